// Mistakes made on purpose, what OpenCL says to them, and what to learn from it.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "experiments.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/system/process.hpp"
#include "saved.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace fs = std::filesystem;

std::string fate_of_child(const Lab& lab, const std::string& task, const std::string& file) {
  harness::ProcessOptions options;
  options.timeout_seconds = 60;
  const harness::ProcessResult child =
      harness::run_process({common::own_executable().string(), "--device",
                            harness::index_of(lab.device), "--child", task, "--file", file},
                           options);
  return child.exit_code == 0     ? ""
         : child.timed_out        ? "did not end, and was stopped"
         : child.exit_code >= 128 ? fmt::format("died of signal {}", child.exit_code - 128)
                                  : "got an error:\n" + child.output;
}

namespace {

// Each demonstration returns what was to be seen; empty where the device does not notice.
// A cl::Error, too, is something to be seen.

std::string no_header(const Lab& lab) {
  cl::Program program(lab.context, source_of("discriminant.cl"));
  try {
    program.compile(); // nobody says what "discriminant.clh" is
  } catch (const cl::Error& error) {
    return common::error_name(error.err()) + "\n" + common::build_log(program, lab.device);
  }
  return "";
}

std::string unresolved(const Lab& lab) {
  const std::string source = "float discriminant(float a, float b, float c);\n"
                             "kernel void k(global float* x) { x[0] = discriminant(1, 2, 3); }\n";
  cl::Program object(lab.context, source);
  object.compile();
  const cl::Program program = cl::linkProgram({object}); // and nothing else
  const cl::Kernel kernel(program, "k");
  return "";
}

std::string unknown_option(const Lab& lab) {
  const cl::Program program(lab.context, source_of("questions.cl"));
  program.build({lab.device}, "-cl-fast-relaxed-maths"); // an s too many
  return "";
}

std::string blank_in_path(const Lab& lab) {
  const TemporaryDirectory directory;
  const fs::path headers = directory.path / "my headers";
  fs::create_directory(headers);
  common::write_text(headers / "discriminant.clh", source_of("discriminant.clh"));
  const std::string fate = fate_of_child(lab, "options", "-I " + headers.string());
  return fate.empty() ? "" : "the process that built with it " + fate;
}

std::string short_log(const Lab& lab) {
  std::string source;
  for (int i = 0; i < 100; ++i)
    source += fmt::format("kernel void k{0}(global int* a) {{ a[0] = unknown_name_{0}; }}\n", i);
  std::string error;
  const cl::Program program(lab.context, source);
  try {
    program.build({lab.device});
  } catch (const cl::Error&) {
  }
  char log[1000] = "";
  const cl_int code = clGetProgramBuildInfo(program(), lab.device(), CL_PROGRAM_BUILD_LOG,
                                            sizeof(log), log, nullptr);
  return code == CL_SUCCESS
             ? ""
             : fmt::format("{} from clGetProgramBuildInfo, and no log at all. It has "
                           "{} characters.",
                           common::error_name(code), common::build_log(program, lab.device).size());
}

std::string unbuilt_binary(const Lab& lab) {
  const cl::Program built =
      common::build_source(lab.context, lab.device, source_of("mathematics.cl"));
  const cl::Program::Binaries binaries = built.getInfo<CL_PROGRAM_BINARIES>();
  const cl::Program program(lab.context, {lab.device}, binaries);
  const cl::Kernel kernel(program, "mathematics"); // it is compiled, isn't it?
  return "";
}

std::string rebuild_in_use(const Lab& lab) {
  const cl::Program program =
      common::build_source(lab.context, lab.device, source_of("mathematics.cl"));
  const cl::Kernel kernel(program, "mathematics");
  program.build({lab.device}, "-D TERMS=32"); // while `kernel` is alive
  return "";
}

std::string damaged_binary(const Lab& lab) {
  const TemporaryDirectory directory;
  const cl::Program program =
      common::build_source(lab.context, lab.device, source_of("mathematics.cl"));
  const fs::path good = directory.path / "good.bin", bare = directory.path / "bare.bin";
  binaries::save_binary(program, lab.device, good);
  const auto binary = program.getInfo<CL_PROGRAM_BINARIES>().front();
  common::write_text(bare, std::string(binary.begin(), binary.begin() + binary.size() / 2));
  common::write_text(good, common::read_text(good).substr(0, fs::file_size(good) / 2));

  const std::string fate = fate_of_child(lab, "raw", bare.string());
  if (fate.empty())
    return "";
  std::string told;
  try {
    binaries::load_binary(lab.context, lab.device, good);
  } catch (const common::Error& error) {
    told = error.what();
    told.erase(std::min(told.find(directory.path.string()), told.size()),
               directory.path.string().size() + 1);
  }
  return fmt::format("the process that gave the first half of a binary to the driver {}.\n"
                     "  binaries::load_binary says: {}",
                     fate, told);
}

std::string nan_check(const Lab& lab) {
  const std::string source = "kernel void mend(global float* a, float x) {\n"
                             "  a[0] = x != x ? 0.0f : x;\n}\n";
  const auto mended = [&](const char* options) {
    const cl::Program program = common::build_source(lab.context, lab.device, source, options);
    return answers_of(lab, program, "mend", {NAN}, 1)[0];
  };
  const float plain = mended(""), relaxed = mended("-cl-fast-relaxed-math");
  return std::isnan(relaxed)
             ? fmt::format("no error. NaN becomes {} without the option and {} with it.", plain,
                           relaxed)
             : "";
}

using Demo = harness::Mistake<const Lab>;

constexpr std::array demos{
    Demo{"no-header", "a source that includes a header is compiled, and the header is not given",
         "give it as a program object with its name, or name its directory with -I.", no_header},
    Demo{"unresolved", "an object that calls a function is linked without the one that has it",
         "a compiled object may have unresolved calls, an executable may not. (The bindings name "
         "clCompileProgram for every failure of clLinkProgram.)",
         unresolved},
    Demo{"unknown-option", "-cl-fast-relaxed-maths, with an s too many",
         "a wrong option is an error of the build, not a warning. Options of one vendor are errors "
         "elsewhere: ask for the extension first.",
         unknown_option},
    Demo{"blank-in-path", "-I names a directory with a blank in its name",
         "options are one string, and the driver splits it at blanks; quotes mean nothing to most. "
         "Give headers as program objects, or paste them.",
         blank_in_path},
    Demo{"short-log", "the log of a failed build is read into 1000 characters",
         "ask for the size first (the bindings do). The longest log is the one you need most.",
         short_log},
    Demo{"unbuilt-binary", "a kernel is taken from a loaded binary that has not been built",
         "clBuildProgram is needed for binaries, too. It is quick then.", unbuilt_binary},
    Demo{"rebuild-in-use", "a program is built again while one of its kernels is alive",
         "let go of the kernels, or create a new program. A program of its own for each set of "
         "options is the simplest rule.",
         rebuild_in_use},
    Demo{"damaged-binary", "the first half of a saved binary is given to the driver",
         "drivers trust binaries. Save a checksum with them, and the device, the driver and the "
         "options.",
         damaged_binary},
    Demo{"nan-check", "a kernel that tests for NaN by x != x is built with -cl-fast-relaxed-math",
         "the option promises the compiler that there is no NaN, so the test is dropped.",
         nan_check},
};

} // namespace

std::vector<std::string> demo_names() {
  return harness::names_of(demos);
}

int run_demo(const std::string& name, const Lab& lab) {
  return harness::show_mistake(demos, name, lab);
}
