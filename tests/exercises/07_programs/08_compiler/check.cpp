#include "exercise.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/system/temporary.hpp"
#include "tools/exercise/check.hpp"

#include <filesystem>
#include <fmt/format.h>

namespace fs = std::filesystem;

EXERCISE_CHECK(bench) {
  if (bench.in_simulator)
    throw common::Skip("the simulator cannot link programs.");
  const cl::Device& device = bench.session.device;
  const harness::TemporaryDirectory directory;
  const fs::path& place = directory.path;
  fs::create_directory(place / "include");
  const auto write = [&](const char* name, const std::string& text) {
    common::write_text(place / name, text);
  };
  write("include/square.h", "int squared(int x);\n");
  write("square.cl", "#ifdef SEEN\n#error \"a macro of another source is seen here\"\n#endif\n"
                     "int squared(int x) { return x * x + PLUS; }\n");
  write("sum.cl", "#include \"square.h\"\n#define SEEN 1\n"
                  "kernel void sum(global int* out) { out[get_global_id(0)] = "
                  "squared((int)get_global_id(0)); }\n");
  write("alone.cl", "kernel void alone(global int* out) { out[get_global_id(0)] = 7; }\n");
  write("bad.cl", "kernel void bad(global int* out) {\n  out[0] = first_mistake;\n}\n");
  write("worse.cl", "kernel void worse(global int* out) {\n  out[0] = second_mistake;\n}\n");
  write("unresolved.cl", "int nowhere(int x);\nkernel void unresolved(global int* out) { out[0] = "
                         "nowhere(1); }\n");

  struct Run {
    int code;
    std::string messages;
  };
  const auto call = [&](const std::vector<std::string>& arguments) {
    std::string shown;
    std::vector<std::string> full; // with the directory in front of files
    for (const std::string& argument : arguments) {
      shown += (shown.empty() ? "" : " ") + argument;
      const bool is_file = argument.find('.') != std::string::npos || argument == "include";
      full.push_back(is_file ? (place / argument).string() : argument);
    }
    bench.trying("'" + shown + "'");
    Run run{0, "something from an earlier call"};
    run.code = compile(device, full, run.messages);
    return std::pair{"'" + shown + "': ", run};
  };
  const auto expect = [&](const std::vector<std::string>& arguments, int want,
                          const std::vector<std::string>& words) {
    const auto [where, run] = call(arguments);
    bench.expect(run.code == want, fmt::format("{}returns {}, want {}. Its messages: {}", where,
                                               run.code, want, run.messages));
    for (const std::string& word : words)
      bench.expect(run.messages.find(word) != std::string::npos,
                   fmt::format("{}its messages do not contain '{}', but are: {}", where, word,
                               run.messages));
    if (want == 0)
      bench.expect(
          run.messages.empty(),
          fmt::format("{}it worked, but the messages are not empty: {}", where, run.messages));
  };
  const auto result_of = [&](const char* file, const char* kernel_name) {
    const std::string text = common::read_text(place / file);
    const cl::Program::Binaries binaries{{text.begin(), text.end()}};
    cl::Program program;
    try {
      program = cl::Program(bench.session.context, {device}, binaries);
      program.build({device});
    } catch (const cl::Error& error) { // NVIDIA's drivers refuse what is compiled, but not linked
      bench.expect(false, fmt::format("{} cannot be loaded: {} returns {}.", file, error.what(),
                                      common::error_name(error.err())));
    }
    cl::Kernel kernel(program, kernel_name);
    const auto out = bench.output<cl_int>(5);
    kernel.setArg(0, out.buffer);
    bench.launch_exactly(kernel, {5}, cl::NullRange);
    return bench.read(out);
  };

  expect({"alone.cl", "-o", "alone.bin"}, 0, {});
  bench.expect(fs::exists(place / "alone.bin"), "'alone.cl -o alone.bin': there is no alone.bin.");
  bench.expect(result_of("alone.bin", "alone"), {7, 7, 7, 7, 7}, "alone.bin, loaded and run");
  expect({"sum.cl", "square.cl", "-I", "include", "-D", "PLUS=3", "-o", "both.bin"}, 0, {});
  bench.expect(result_of("both.bin", "sum"), {3, 4, 7, 12, 19}, "both.bin, loaded and run");
  expect({"-o", "both.bin", "-DPLUS=1", "square.cl", "-I", "include", "sum.cl"}, 0, {});
  bench.expect(result_of("both.bin", "sum"), {1, 2, 5, 10, 17},
               "both.bin of PLUS=1, loaded and run");

  const std::string before = common::read_text(place / "alone.bin");
  const auto unchanged = [&](const char* what) {
    bench.expect(fs::exists(place / "alone.bin") &&
                     common::read_text(place / "alone.bin") == before,
                 fmt::format("{}: alone.bin of an earlier call is gone or changed.", what));
  };
  expect({"bad.cl", "-o", "alone.bin"}, 1, {(place / "bad.cl").string(), "first_mistake"});
  unchanged("bad.cl does not compile");
  expect({"bad.cl", "alone.cl", "worse.cl", "-o", "new.bin"}, 1,
         {(place / "bad.cl").string(), "first_mistake", (place / "worse.cl").string(),
          "second_mistake"});
  bench.expect(
      !fs::exists(place / "new.bin"),
      "'bad.cl alone.cl worse.cl -o new.bin': there is a new.bin, although nothing worked.");
  const auto good = call({"bad.cl", "alone.cl", "-o", "new.bin"});
  bench.expect(good.second.messages.find((place / "alone.cl").string()) == std::string::npos,
               good.first + "its messages blame alone.cl, which is right.");
  expect({"unresolved.cl", "-o", "alone.bin"}, 1, {});
  unchanged("unresolved.cl calls a function that no source has");
  expect({"missing.cl", "-o", "alone.bin"}, 2, {(place / "missing.cl").string()});
  unchanged("missing.cl cannot be read");
  expect({"alone.cl"}, 2, {});
  expect({"-o", "new.bin"}, 2, {});
  expect({"alone.cl", "-o"}, 2, {});
  expect({"alone.cl", "-o", "new.bin", "-D"}, 2, {});
  expect({"alone.cl", "-o", "new.bin", "-o", "newer.bin"}, 2, {});
  expect({"alone.cl", "-o", "no_such_directory/new.bin"}, 2, {});
  bench.expect(!fs::exists(place / "new.bin"), "there is a new.bin, although nothing worked.");
}
