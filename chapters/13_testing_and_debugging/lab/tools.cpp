// The tools that find what is in the museum, and what it takes to show an exhibit: its source, and
// the difference between its versions.

#include "common/kernel_io.hpp"
#include "common/places.hpp"
#include "harness/inspect/oclgrind.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/process.hpp"
#include "museum.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <regex>
#include <sstream>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WITH_SANITIZER 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define WITH_SANITIZER 1
#endif

namespace fs = std::filesystem;

namespace {

const char* name_of(Version version) {
  return version == Version::broken ? "broken" : "mended";
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

// The lines from the first that holds `first` on.
std::string from_line(const std::string& text, const std::string& first) {
  const std::size_t at = text.find(first);
  return at == std::string::npos ? "" : text.substr(text.rfind('\n', at) + 1);
}

std::string kernel_file(const Exhibit& exhibit, Version version) {
  return fmt::format("13_testing_and_debugging/{}_{}.cl", exhibit.source, name_of(version));
}

std::string ask_oclgrind(const Exhibit& exhibit, Version version) {
#ifdef WITH_SANITIZER
  throw common::Skip("a program with the address sanitizer does not run in the simulator");
#endif
  const harness::OclgrindReport report =
      harness::run_under_oclgrind(child_command("oclgrind", exhibit.id, {version, false}), 110);
  return fmt::format("{}", fmt::join(report.findings, "\n\n"));
}

std::string ask_compiler(const Lab& lab, const Exhibit& exhibit, Version version) {
  return common::build_log(
      common::build_kernel_file(lab.context, lab.device, kernel_file(exhibit, version)),
      lab.device);
}

std::string ask_printf(const Lab& lab, const Exhibit& exhibit, Version version) {
  const harness::ProcessResult child = harness::run_process(
      child_command(harness::index_of(lab.device), exhibit.id, {version, true}));
  std::string printed; // by the kernel
  for (const std::string& line : lines_of(child.output))
    if (line.rfind("width ", 0) == 0)
      printed += line + '\n';
  return printed;
}

std::string ask_sanitizer(const Lab& lab, const Exhibit& exhibit, Version version) {
  const fs::path program = common::own_executable().replace_filename(
      "13_testing_and_debugging_asan" + common::own_executable().extension().string());
  if (!fs::exists(program))
    throw common::Skip("the compiler of this build has no address sanitizer");
  const harness::ProcessResult child = harness::run_process(
      {program.string(), exhibit.id, name_of(version), harness::index_of(lab.device)},
      {110, {{"ASAN_OPTIONS", "detect_leaks=0:verify_asan_link_order=0"}}, {}});
  return from_line(child.output, "ERROR: AddressSanitizer");
}

std::string ask_debugger(const Lab& lab, const Exhibit& exhibit, Version version) {
  if (lab.device.getInfo<CL_DEVICE_TYPE>() != CL_DEVICE_TYPE_CPU)
    throw common::Skip("the host's debugger sees only kernels that run on the CPU");
  if (harness::find_program("gdb").empty())
    throw common::Skip("gdb is not installed: sudo apt install gdb");
  std::vector<std::string> command{"gdb",
                                   "-nx",
                                   "-batch",
                                   "-ex",
                                   "set debuginfod enabled off",
                                   "-ex",
                                   "set style enabled off",
                                   "-ex",
                                   "run",
                                   "-ex",
                                   "backtrace 1",
                                   "-ex",
                                   "print n[0][0][0]",
                                   "--args"};
  const std::vector<std::string> child =
      child_command(harness::index_of(lab.device), exhibit.id, {version, true});
  command.insert(command.end(), child.begin(), child.end());
  // Where the names of files begin with kernels/, so that gdb can show the line.
  const fs::path root =
      common::find_kernel(kernel_file(exhibit, version)).parent_path().parent_path().parent_path();
  const harness::ProcessResult result = harness::run_process(
      command, {110, {{"ASAN_OPTIONS", "detect_leaks=0:verify_asan_link_order=0"}}, root});
  std::string said = from_line(result.output, "received signal");
  // What PoCL has cached may be older than the file with the same text, say after a fresh clone.
  const std::string remark = "warning: Source file is more recent than executable.\n";
  if (const auto at = said.find(remark); at != std::string::npos)
    said.erase(at, remark.size());
  return said;
}

} // namespace

std::vector<std::string> child_command(const std::string& device, const std::string& id,
                                       const How& how) {
  std::vector<std::string> command{common::own_executable().string(),
                                   "--device",
                                   device,
                                   "--act",
                                   id,
                                   "--version",
                                   name_of(how.version)};
  if (how.with_tool)
    command.emplace_back("--with-tool");
  return command;
}

// (The sanitizer need not be loaded first: a test preloads a library that makes up another device.)
std::string act_safely(const Lab& lab, const Exhibit& exhibit, const How& how) {
  const harness::ProcessResult child =
      harness::run_process(child_command(harness::index_of(lab.device), exhibit.id, how),
                           {30, {{"ASAN_OPTIONS", "detect_leaks=0:verify_asan_link_order=0"}}, {}});
  if (child.timed_out)
    return "hangs: ended after 30 seconds";
  if (child.exit_code != 0)
    return child.exit_code > 128 ? fmt::format("crashes: signal {}", child.exit_code - 128)
                                 : "fails: " + from_line(child.output, "error:");
  const std::string told = from_line(child.output, "act: ");
  return told.size() > 5 ? told.substr(5, told.find('\n') - 5) : "";
}

std::string ask_tool(const Lab& lab, const Exhibit& exhibit, Version version) {
  switch (exhibit.tool) {
  case Tool::check:
    return exhibit.act(lab, {version, true});
  case Tool::print:
    return ask_printf(lab, exhibit, version);
  case Tool::build_log:
    return ask_compiler(lab, exhibit, version);
  case Tool::oclgrind:
    return ask_oclgrind(exhibit, version);
  case Tool::sanitizer:
    return ask_sanitizer(lab, exhibit, version);
  case Tool::debugger:
    return ask_debugger(lab, exhibit, version);
  }
  return {};
}

std::vector<std::string> source_of(const Exhibit& exhibit, Version version) {
  if (fs::path(exhibit.source).extension().empty())
    return lines_of(common::read_text(common::find_kernel(kernel_file(exhibit, version))));
  // The lines of a region of a file beside this one.
  const fs::path directory =
      fs::path(common::source_root) / "chapters" / "13_testing_and_debugging" / "lab";
  const std::string marker = fmt::format("{} {}]", exhibit.id, name_of(version));
  std::vector<std::string> region;
  bool inside = false;
  for (const std::string& line : lines_of(common::read_text(directory / exhibit.source))) {
    if (line.find("[/" + marker) != std::string::npos)
      break;
    if (inside)
      region.push_back(line);
    inside = inside || line.find("[" + marker) != std::string::npos;
  }
  return region;
}

// [difference]
std::vector<std::string> difference(const std::vector<std::string>& before,
                                    const std::vector<std::string>& after) {
  // common_lines[i][j]: how many lines the rests from i and from j have in common, in order.
  const std::size_t n = before.size(), m = after.size();
  std::vector<std::vector<std::size_t>> common_lines(n + 1, std::vector<std::size_t>(m + 1));
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t j = m; j-- > 0;)
      common_lines[i][j] = before[i] == after[j]
                               ? common_lines[i + 1][j + 1] + 1
                               : std::max(common_lines[i + 1][j], common_lines[i][j + 1]);
  std::vector<std::string> all;
  for (std::size_t i = 0, j = 0; i < n || j < m;)
    if (i < n && j < m && before[i] == after[j]) {
      all.push_back("  " + before[i]);
      ++i;
      ++j;
    } else if (j == m || (i < n && common_lines[i + 1][j] >= common_lines[i][j + 1])) {
      all.push_back("- " + before[i++]);
    } else {
      all.push_back("+ " + after[j++]);
    }
  // Of the common lines only those near a change.
  std::vector<std::string> shown;
  std::size_t next = 0; // the line that would follow on the last one shown
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t first = i < 2 ? 0 : i - 2, last = std::min(i + 3, all.size());
    if (std::none_of(all.begin() + static_cast<std::ptrdiff_t>(first),
                     all.begin() + static_cast<std::ptrdiff_t>(last),
                     [](const std::string& line) { return line.front() != ' '; }))
      continue;
    if (i != next)
      shown.emplace_back("  ...");
    shown.push_back(all[i]);
    next = i + 1;
  }
  return shown;
}
// [/difference]
