// Four ways to see what happens in a kernel, each tried in a child process.

#include "common/kernel_io.hpp"
#include "harness/inspect/oclgrind.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/process.hpp"
#include "museum.hpp"

#include <array>
#include <fmt/format.h>
#include <regex>
#include <sstream>

namespace {

using Lines = std::vector<std::string>;

Lines matching(const std::string& output, const std::string& pattern) {
  Lines lines;
  const std::regex wanted(pattern);
  std::istringstream stream(output);
  for (std::string line; std::getline(stream, line);)
    if (std::regex_search(line, wanted))
      lines.push_back(
          std::regex_replace(line, std::regex("^\\[[^\\]]*\\] |0x[0-9a-f]{9,} in "), ""));
  return lines;
}

// [printf]
Lines print_in_the_kernel(const Lab& lab) {
  const auto child = harness::run_process(
      child_command(harness::index_of(lab.device), "int-overflow", {Version::broken, true}));
  return matching(child.output, "^width");
}
// [/printf]

// [driver]
Lines let_the_driver_talk(const Lab& lab) {
  if (!on_pocl(lab.device))
    throw common::Skip("POCL_DEBUG is a variable of PoCL");
  const auto child = harness::run_process({common::own_executable().string(), "--device",
                                           harness::index_of(lab.device), "--wrong-call"},
                                          {110, {{"POCL_DEBUG", "error"}}, {}});
  return matching(child.output, "in fn|ERROR|answer");
}
// [/driver]

// The directory in which the names of kernel files begin.
std::filesystem::path root_of_kernels() {
  return common::find_kernel("13_testing_and_debugging/reverse.cl")
      .parent_path()
      .parent_path()
      .parent_path();
}

// [gdb]
Lines stop_in_the_debugger(const Lab& lab) {
  if (lab.device.getInfo<CL_DEVICE_TYPE>() != CL_DEVICE_TYPE_CPU)
    throw common::Skip("the host's debugger sees only kernels that run on the CPU");
  if (harness::find_program("gdb").empty())
    throw common::Skip("gdb is not installed: sudo apt install gdb");
  Lines command{"gdb", "-nx", "-batch"};
  for (const char* each :
       {"set debuginfod enabled off", "set breakpoint pending on", "break wild_index_mended.cl:5",
        "run", "print i[0][0][0]", "print n[0][0][0]", "backtrace 1"})
    command.insert(command.end(), {"-ex", each});
  command.emplace_back("--args");
  for (const std::string& each :
       child_command(harness::index_of(lab.device), "wild-index", {Version::mended, true}))
    command.push_back(each);
  // One thread, so that it is always the same work-item that comes first.
  const auto child = harness::run_process(
      command, {110,
                {{"ASAN_OPTIONS", "detect_leaks=0"}, {"POCL_MAX_PTHREAD_COUNT", "1"}},
                root_of_kernels()});
  return matching(child.output, "hit Breakpoint|^[0-9]+\t|^\\$|^#0");
}
// [/gdb]

// [oclgrind]
Lines step_in_the_simulator(const Lab&) {
  if (harness::find_program("oclgrind").empty())
    throw common::Skip("oclgrind is not installed: sudo apt install oclgrind");
  std::string child;
  for (const std::string& each :
       child_command("oclgrind", "missing-barrier", {Version::mended, false}))
    child += " '" + each + "'";
  // Its debugger reads commands from the terminal, or from a pipe.
  const auto result = harness::run_process(
      {"sh", "-c",
       "printf 'break 6\\ncontinue\\nprint l\\nprint tile[0]\\nbacktrace\\nquit\\n' | "
       "oclgrind --interactive" +
           child},
      {110, harness::oclgrind_environment, {}});
  return matching(result.output, "hit at|^[0-9]+\t|^l = |^tile|^#0");
}
// [/oclgrind]

struct Way {
  const char* name;
  const char* how;
  Lines (*look)(const Lab&);
  bool quick;
};

constexpr std::array ways{
    Way{"printf", "printf(\"width %d, ...\") in the kernel", print_in_the_kernel, false},
    Way{"driver", "POCL_DEBUG=error PROGRAM", let_the_driver_talk, true},
    Way{"gdb", "gdb PROGRAM, the kernel built with -g -cl-opt-disable", stop_in_the_debugger,
        false},
    Way{"oclgrind", "oclgrind --interactive PROGRAM", step_in_the_simulator, false},
};

} // namespace

Json how_do_i_look_inside(const Lab& lab) {
  if (harness::is_simulator(lab.device))
    throw common::Skip("this is the simulator already: start the program outside of it");
  Json seen;
  for (const Way& way : ways) {
    if (lab.quick && !way.quick)
      continue;
    fmt::print("  {}: {}\n", way.name, way.how);
    try {
      const Lines lines = way.look(lab);
      for (const std::string& line : lines)
        fmt::print("    {}\n", line);
      verify(!lines.empty(), fmt::format("{} shows something", way.name));
      seen[way.name] = lines;
    } catch (const common::Skip& skip) {
      fmt::print("    skipped: {}\n", skip.what());
      seen[way.name] = {{"skipped", skip.what()}};
    }
  }
  return seen;
}

int make_a_wrong_call(const Lab& lab) {
  cl::Kernel kernel = lab.kernel("reverse", "reverse");
  fmt::print("answer: {}\n", harness::error_of([&] { kernel.setArg(3, cl_int{1}); }));
  return common::exit_passed;
}
