// Wrong kernels, one for each rule about address spaces and arguments, and what compilers say.

#include "common/kernel_io.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/driver_errors.hpp"
#include "harness/system/process.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <regex>
#include <sstream>

namespace {

// [rules]
// kernels/11_address_spaces/wrong/NAME.cl breaks the rule, right/NAME.cl keeps it. `always`: every
// compiler must refuse the wrong one, as OpenCL C 1.2.
struct Rule {
  const char* name;
  bool always = true;
  bool endless = false; // a compiler that does not look may follow it until its process dies
};

constexpr std::array all_rules{
    Rule{"return_value"},
    Rule{"pointer_to_pointer"},
    Rule{"private_pointer"},
    // Some compilers give a bool a size.
    Rule{"bool_argument", false},
    Rule{"bool_in_struct", false},
    Rule{"qualified_value"},
    Rule{"mixed_spaces"},
    Rule{"local_initialiser"},
    // Some reserve the memory all the same.
    Rule{"local_in_function", false},
    Rule{"local_in_branch", false},
    Rule{"local_length"},
    Rule{"global_variable"},
    Rule{"program_scope"},
    Rule{"constant_write"},
    Rule{"constant_uninitialised"},
    Rule{"function_pointer"},
    // Not a valid program, but who notices?
    Rule{"recursion", false, true},
};
// [/rules]

// With --quick some of them.
std::vector<Rule> chosen_rules(const Lab& lab) {
  std::vector<Rule> chosen;
  for (std::size_t i = 0; i < all_rules.size(); i += lab.quick ? 4 : 1)
    chosen.push_back(all_rules[i]);
  return chosen;
}

struct Source {
  std::string rule;                ///< the first line of its comment, without "Rule: "
  std::vector<std::string> reason; ///< the rest of the comment
  std::string line;                ///< the one that is marked with "// <-"
  std::size_t number = 0;          ///< of that line
};

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string::npos
             ? ""
             : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string path_of(const std::string& directory, const Rule& rule) {
  return fmt::format("11_address_spaces/{}/{}.cl", directory, rule.name);
}

Source read_source(const Rule& rule) {
  Source source;
  std::istringstream lines(common::read_text(common::find_kernel(path_of("wrong", rule))));
  std::size_t number = 1;
  for (std::string line; std::getline(lines, line); ++number) {
    if (number == 1)
      source.rule = trimmed(line.substr(std::string("// Rule:").size()));
    else if (line.rfind("// ", 0) == 0)
      source.reason.push_back(line.substr(3));
    if (const std::size_t mark = line.find("// <-"); mark != std::string::npos) {
      source.line = trimmed(line.substr(0, mark));
      source.number = number;
    }
  }
  verify(source.number > 0, fmt::format("{} has a marked line", path_of("wrong", rule)));
  return source;
}

// The first error in a compiler's log, as "5:12: words"; empty if there is none. `file`: only where the
// line names this file. Some write "PATH:5:12: error: words", some "error: PATH:5:12: words".
std::string first_error(const std::string& log, const std::string& file = {}) {
  static const std::regex place(R"((\d+:\d+): *(?:error: *)?(.*\S))");
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);)
    if (std::smatch found; line.find("error") != std::string::npos &&
                           line.find(file) != std::string::npos &&
                           std::regex_search(line, found, place))
      return fmt::format("{}: {}", found[1].str(), found[2].str());
  return "";
}

// [build]
// What the compiler of a device says to a file: empty where it builds.
std::string complaint(const cl::Context& context, const cl::Device& device,
                      const std::string& directory, const Rule& rule) {
  try {
    common::build_kernel_file(context, device, path_of(directory, rule), "-cl-std=CL1.2");
    return "";
  } catch (const common::BuildError& error) {
    const std::string said = first_error(error.log);
    const std::string first = trimmed(error.log.substr(0, error.log.find('\n')));
    return !said.empty() ? said : !first.empty() ? first : "refused, without a word";
  }
}
// [/build]

// The same in a process of its own, in case it dies: Mesa's rusticl does, of a recursion.
std::string complaint_of_child(const cl::Context& context, const cl::Device& device,
                               const Rule& rule) {
  const harness::ProcessResult child =
      harness::run_process({common::own_executable().string(), "--device",
                            harness::index_of(device), "--build-wrong", rule.name});
  if (child.exit_code < 128)
    return complaint(context, device, "wrong", rule);
  harness::report_driver_error(device, fmt::format("its compiler dies of wrong/{}.cl (signal {})",
                                                   rule.name, child.exit_code - 128));
  return "refused: the compiler died";
}

// One compiler's verdicts: for each rule its complaint, or empty.
struct Compiler {
  std::string name, key; ///< key: in the JSON
  std::vector<std::string> complaints;
};

Compiler judge(const std::vector<Rule>& rules, const std::string& key, const cl::Context& context,
               const cl::Device& device) {
  const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
  Compiler compiler{platform.getInfo<CL_PLATFORM_NAME>(), key, {}};
  for (const Rule& rule : rules) {
    const std::string right = complaint(context, device, "right", rule);
    verify(right.empty(),
           fmt::format("{} compiles right/{}.cl ({})", compiler.name, rule.name, right));
    compiler.complaints.push_back(rule.endless && !harness::is_simulator(device)
                                      ? complaint_of_child(context, device, rule)
                                      : complaint(context, device, "wrong", rule));
    verify(!rule.always || !compiler.complaints.back().empty(),
           fmt::format("{} refuses wrong/{}.cl", compiler.name, rule.name));
  }
  return compiler;
}

// [clang]
// clang alone, without any OpenCL driver. All files in one call; its messages begin with the path.
std::string run_clang(const std::vector<Rule>& rules, const std::string& standard,
                      const std::string& directory) {
  std::vector<std::string> command{"clang",        "-x",
                                   "cl",           "-cl-std=" + standard,
                                   "-Xclang",      "-finclude-default-header",
                                   "-Xclang",      "-fdeclare-opencl-builtins",
                                   "-fsyntax-only"};
  for (const Rule& rule : rules)
    command.push_back(common::find_kernel(path_of(directory, rule)).string());
  return harness::run_process(command).output;
}
// [/clang]

Compiler judge_with_clang(const std::vector<Rule>& rules, const std::string& standard,
                          const std::string& key) {
  const std::string right = run_clang(rules, standard, "right"),
                    wrong = run_clang(rules, standard, "wrong");
  Compiler compiler{fmt::format("clang, {}", standard), key, {}};
  for (const Rule& rule : rules) {
    const std::string file = fmt::format("/{}.cl:", rule.name);
    verify(first_error(right, file).empty(),
           fmt::format("clang compiles right/{}.cl ({})", rule.name, first_error(right, file)));
    compiler.complaints.push_back(first_error(wrong, file));
  }
  return compiler;
}

// This device's, the driver of each other platform, and clang for two versions of the language.
std::vector<Compiler> all_compilers(const Lab& lab, const std::vector<Rule>& rules) {
  std::vector<Compiler> compilers{judge(rules, "driver", lab.context, lab.device)};
  std::vector<cl::Platform> asked{cl::Platform(lab.device.getInfo<CL_DEVICE_PLATFORM>())};
  for (const cl::Device& device : common::all_devices()) {
    const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
    if (std::find(asked.begin(), asked.end(), platform) != asked.end())
      continue;
    asked.push_back(platform);
    compilers.push_back(
        judge(rules, fmt::format("platform_{}", asked.size()), cl::Context(device), device));
  }
  if (compilers.size() == 1)
    fmt::print("  the drivers of other platforms: skipped, there are none\n");
  if (harness::is_simulator(lab.device)) {
    fmt::print("  clang: skipped, it is the simulator's compiler too\n");
  } else if (harness::find_program("clang").empty()) {
    fmt::print("  clang: skipped, it is not in PATH\n");
  } else {
    compilers.push_back(judge_with_clang(rules, "CL1.2", "clang_1_2"));
    if (!lab.quick)
      compilers.push_back(judge_with_clang(rules, "CL2.0", "clang_2_0"));
  }
  return compilers;
}

// A message without its place.
std::string words_of(const std::string& message) {
  return message.substr(std::min(message.find_first_not_of("0123456789: "), message.size()));
}

// [show]
// One rule: what is wrong, what each compiler says to it (once where two say the same), and why.
Json show(const Rule& rule, std::size_t i, const std::vector<Compiler>& compilers) {
  const Source source = read_source(rule);
  fmt::print("  {:>2}. {}\n      line {}: {}\n", i + 1, source.rule, source.number, source.line);
  Json messages, verdicts;
  std::vector<std::string> said;
  for (const Compiler& compiler : compilers) {
    const std::string& message = compiler.complaints[i];
    const std::string words = message.empty() ? "accepted here" : words_of(message);
    messages[compiler.key] = message;
    verdicts[compiler.key] = message.empty() ? "accepted here" : "refused";
    if (std::count(said.begin(), said.end(), words) == 0)
      fmt::print("      {}: {}\n", compiler.name, message.empty() ? words : message);
    said.push_back(words);
  }
  for (const std::string& line : source.reason)
    fmt::print("      {}\n", line);
  return {{"name", rule.name},          {"rule", source.rule},
          {"line", source.line},        {"line_number", source.number},
          {"must_refuse", rule.always}, {"messages", messages},
          {"verdicts", verdicts}};
}
// [/show]

} // namespace

Json what_does_a_compiler_refuse(const Lab& lab) {
  const std::vector<Rule> rules = chosen_rules(lab);
  const std::vector<Compiler> compilers = all_compilers(lab, rules);
  std::vector<harness::Table::Column> columns{{"wrong kernel"}, {"must be"}};
  Json names, rows = Json::array();
  for (const Compiler& compiler : compilers) {
    columns.push_back({compiler.name});
    names[compiler.key] = compiler.name;
  }
  harness::Table table(columns);
  for (std::size_t i = 0; i < rules.size(); ++i) {
    rows.push_back(show(rules[i], i, compilers));
    std::vector<std::string> cells{rules[i].name, rules[i].always ? "refused" : "-"};
    for (const Compiler& compiler : compilers)
      cells.push_back(compiler.complaints[i].empty() ? "accepted here" : "refused");
    table.add(cells);
  }
  fmt::print("{}  {} corrected twins: every compiler accepts them\n", table.text(), rules.size());
  return {{"compilers", names}, {"rows", rows}};
}

std::optional<int> build_wrong_rule(const Lab& lab) {
  if (wrong_rule.empty())
    return std::nullopt;
  complaint(lab.context, lab.device, "wrong", {wrong_rule.c_str()});
  return common::exit_passed;
}
