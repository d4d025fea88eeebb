// Binaries: what comes out of a program, what goes into the next one, and when not to trust it.

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/timing.hpp"
#include "experiments.hpp"
#include "harness/lab/driver_errors.hpp"
#include "harness/system/report.hpp"
#include "saved.hpp"

#include <fmt/format.h>
#include <functional>
#include <sstream>

namespace fs = std::filesystem;

namespace {

// The program in one text, so that a binary can be filed under its source. An #include would hide
// a part of it.
std::string whole_source() {
  std::istringstream lines(source_of("discriminant.cl") + source_of("roots.cl"));
  std::string text;
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("#include", 0) != 0)
      text += line + '\n';
  return text;
}

// [raw]
// The calls themselves: bytes out of one program, bytes into another.
cl::Program copy_through_bytes(const cl::Context& context, const cl::Device& device,
                               const cl::Program& program) {
  const cl::Program::Binaries binaries = program.getInfo<CL_PROGRAM_BINARIES>(); // for each device
  std::vector<cl_int> status; // one for each device: was its binary accepted?
  const cl::Program copy(context, {device}, binaries, &status);
  if (status.front() != CL_SUCCESS)
    throw common::Error("the device does not accept its own binary.");
  copy.build(device); // without it there are no kernels
  return copy;
}
// [/raw]

// [load-or-build]
// Takes the saved binary where it is good, and builds and saves it again where it is not. The
// fingerprint of the source is the file's name, and as a macro it is one of the options, which
// load_binary() compares: a file that got its name by mistake is refused. `reason` is why it was built.
cl::Program load_or_build(const cl::Context& context, const cl::Device& device,
                          const std::string& source, std::string options, const fs::path& directory,
                          std::string& reason) {
  options += " -D SOURCE=0x" + common::fingerprint(source);
  const fs::path file = directory / (common::fingerprint(source) + ".bin");
  try {
    return binaries::load_binary(context, device, file, options);
  } catch (const common::Error& error) {
    reason = error.what();
  }
  const cl::Program program = common::build_source(context, device, source, options);
  binaries::save_binary(program, device, file, options);
  return program;
}
// [/load-or-build]

// "'FILE' was built for another device", without the directory and the advice after the colon.
std::string first_clause(std::string reason, const fs::path& directory) {
  const std::string prefix = directory.string() + "/";
  if (const std::size_t at = reason.find(prefix); at != std::string::npos)
    reason.erase(at, prefix.size());
  return reason.substr(0, reason.find(':'));
}

// Changes the only file of `directory`.
void edit(const fs::path& directory, const std::function<void(std::string&)>& change) {
  const fs::path file = fs::directory_iterator(directory)->path();
  std::string content = common::read_text(file);
  change(content);
  common::write_text(file, content);
}

// An empty kernel in SPIR-V 1.0, word by word (checked with spirv-val).
std::vector<char> empty_kernel_in_spirv(const Lab& lab) {
  const cl_uint address_bits = lab.device.getInfo<CL_DEVICE_ADDRESS_BITS>() / 32; // 1: 32, 2: 64
  const cl_uint words[] = {0x07230203, 0x00010000,
                           0,          5,
                           0,             // magic number, version, ids are below 5
                           0x00020011, 4, // OpCapability Addresses
                           0x00020011, 6, // OpCapability Kernel
                           0x0003000E, address_bits,
                           2, // OpMemoryModel Physical64 OpenCL
                           0x0005000F, 6,
                           4,          0x74706d65,
                           0x00000079,    // OpEntryPoint Kernel %4 "empty"
                           0x00020013, 1, // %1 = OpTypeVoid
                           0x00030021, 2,
                           1, // %2 = OpTypeFunction %1
                           0x00050036, 1,
                           4,          0,
                           2, // %4 = OpFunction %1 None %2
                           0x000200F8, 3,
                           0x000100FD, 0x00010038}; // OpLabel, OpReturn, OpFunctionEnd
  const char* bytes = reinterpret_cast<const char*>(words);
  return {bytes, bytes + sizeof(words)};
}

// [il]
Json intermediate_language(const Lab& lab) {
  const std::string version = common::device_version(lab.device) >= 210
                                  ? lab.device.getInfo<CL_DEVICE_IL_VERSION>().c_str()
                                  : "";
  if (version.find("SPIR-V") == std::string::npos) {
    fmt::print("  intermediate language: left out, for the device takes none\n");
    return {{"status", "skipped"}, {"reason", "the device takes none"}};
  }
  const cl::Context& context = lab.context;
  const std::vector<char> il = empty_kernel_in_spirv(lab);
  cl::Program program(context, il); // clCreateProgramWithIL
  program.build({lab.device});
  lab.run(cl::Kernel(program, "empty"), 1);
  lab.queue.finish();
  fmt::print("  intermediate language: {}; an empty kernel runs\n", version);
  return {{"status", "verified"}, {"version", version}};
}
// [/il]

// [built-in]
Json built_in_kernels(const Lab& lab) {
  const cl::Context& context = lab.context;
  const cl::Device& device = lab.device;
  const std::string names = lab.device.getInfo<CL_DEVICE_BUILT_IN_KERNELS>().c_str();
  if (names.empty()) // a driver without such kernels may lack the function, too: a child asks first
    if (const std::string fate = fate_of_child(lab, "built-in", "none"); !fate.empty())
      return {{"skipped",
               harness::report_driver_error(
                   device, "the process that calls clCreateProgramWithBuiltInKernels " + fate)}};
  const auto result_for = [&](const std::string& names) {
    try {
      cl::Program program(context, {device}, names); // clCreateProgramWithBuiltInKernels
      program.build({device});
      std::vector<cl::Kernel> kernels;
      program.createKernels(&kernels);
      return fmt::format("{} kernels", kernels.size());
    } catch (const cl::Error& error) {
      return fmt::format("{} from {}", common::error_name(error.err()), error.what());
    }
  };
  const std::string invented = result_for("no_such_kernel");
  verify(invented.find("CL_INVALID_VALUE") == 0, "an unknown built-in kernel is refused");
  fmt::print("  built-in kernels: {}\n", names.empty() ? "the device has none" : names);
  const std::string offered = names.empty() ? "nothing to build" : result_for(names);
  if (!names.empty())
    fmt::print("    all of them: {}\n", offered);
  fmt::print("    an invented name: {}\n", invented);
  return {{"names", names}, {"offered", offered}, {"invented", invented}};
}
// [/built-in]

} // namespace

// [cases]
Json when_is_a_saved_binary_good(const Lab& lab) {
  const Equations equations(lab.seed);
  const std::string source = whole_source();
  const cl::Program built = common::build_source(lab.context, lab.device, source);
  fmt::print("  {} device, {} bytes\n", built.getInfo<CL_PROGRAM_NUM_DEVICES>(),
             built.getInfo<CL_PROGRAM_BINARY_SIZES>().front());
  const cl::Program copy = copy_through_bytes(lab.context, lab.device, built);
  verify(copy.getInfo<CL_PROGRAM_SOURCE>().size() <= 1, "a binary has no source"); // one zero byte
  equations.solve_with(lab, copy);

  const TemporaryDirectory directory;
  const std::string driver = lab.device.getInfo<CL_DRIVER_VERSION>().c_str();
  const auto nothing = [] {};
  struct Case {
    std::string what;
    std::function<void()> change;
    std::string source, options;
    bool loaded; ///< what should happen
  };
  const std::string edited = source + "// edited\n";
  const Case cases[] = {
      {"nothing saved yet", nothing, source, "", false},
      {"saved before", nothing, source, "", true},
      {"other options", nothing, source, "-cl-mad-enable", false},
      {"the same options again", nothing, source, "-cl-mad-enable", true},
      {"from another driver",
       [&] {
         edit(directory.path, [&](std::string& content) {
           content.replace(content.find(driver), driver.size(), "of last year");
         });
       },
       source, "-cl-mad-enable", false},
      {"one byte damaged",
       [&] { edit(directory.path, [](std::string& content) { content.back() ^= 1; }); }, source,
       "-cl-mad-enable", false},
      {"half of it lost",
       [&] {
         edit(directory.path, [](std::string& content) { content.resize(content.size() / 2); });
       },
       source, "-cl-mad-enable", false},
      {"source edited", nothing, edited, "-cl-mad-enable", false},
      {"edited, saved before", nothing, edited, "-cl-mad-enable", true},
      {"file of another source",
       [&] {
         fs::copy_file(directory.path / (common::fingerprint(source) + ".bin"),
                       directory.path / (common::fingerprint(edited) + ".bin"),
                       fs::copy_options::overwrite_existing);
       },
       edited, "-cl-mad-enable", false},
  };
  // [/cases]
  harness::Table table({{"case"}, {"then"}, {"ms", harness::Table::Align::right}, {"why"}});
  Json rows = Json::array();
  for (const Case& each : cases) {
    each.change();
    std::string reason;
    const common::Stopwatch watch;
    const cl::Program program =
        load_or_build(lab.context, lab.device, each.source, each.options, directory.path, reason);
    const double ms = watch.milliseconds();
    equations.solve_with(lab, program);
    verify(reason.empty() == each.loaded,
           fmt::format("'{}' is {}", each.what, each.loaded ? "loaded" : "built"));
    const std::string why = first_clause(reason, directory.path);
    const std::string then = each.loaded ? "loaded" : "built and saved";
    table.add({each.what, then, fmt::format("{:.1f}", ms), why});
    rows.push_back({{"case", each.what}, {"then", then}, {"ms", ms}, {"why", why}});
  }
  fmt::print("{}  the roots are right each time\n", table.text());
  return {{"rows", rows}};
}

Json what_else_can_become_a_program(const Lab& lab) {
  return {{"il", intermediate_language(lab)}, {"built_in", built_in_kernels(lab)}};
}
