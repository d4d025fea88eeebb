#include "harness/inspect/listing.hpp"

#include "harness/system/process.hpp"
#include "harness/system/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace harness::listing {
namespace {

// What an instruction counts for when the loop is sought in which a kernel spends its time: the width of its
// arithmetic, before all else.
long weight(const InstructionCounts& counts) {
  static const std::map<std::string, long, std::less<>> widths{
      {"zmm", 16}, {"ymm", 8}, {"xmm", 4}, {"neon", 4}};
  long sum = 0;
  for (const auto& [name, number] : counts) {
    const std::size_t blank = name.find(' ');
    const auto width = widths.find(blank == name.npos ? name : name.substr(blank + 1));
    const long each = starts_with_any(name, {"fma", "matrix"})         ? 1000
                      : starts_with_any(name, {"arithmetic", "float"}) ? 10
                                                                       : 0;
    sum += number * (each * (width == widths.end() ? 1 : width->second) + 1);
  }
  return sum;
}

// Every backward branch closes a loop. An instruction belongs to the innermost loop around it, and the loop that is
// shown is the one whose own instructions weigh most.
CountedCode count(const Function& function, const Classify& classify) {
  struct Loop {
    long first, last;
  };
  std::vector<Loop> loops;
  for (const Instruction& instruction : function.instructions)
    if (const auto label = function.labels.find(instruction.target);
        label != function.labels.end() &&
        label->second < instruction.place) // to itself: the end of a program
      loops.push_back({label->second, instruction.place});
  std::stable_sort(loops.begin(), loops.end(), [](const Loop& a, const Loop& b) {
    return a.last - a.first < b.last - b.first;
  });
  std::vector<InstructionCounts> own(loops.size());
  CountedCode code;
  for (const Instruction& instruction : function.instructions) {
    classify(instruction, code.all);
    const auto around = std::find_if(loops.begin(), loops.end(), [&](const Loop& loop) {
      return loop.first <= instruction.place && instruction.place <= loop.last;
    });
    if (around != loops.end())
      classify(instruction, own[static_cast<std::size_t>(around - loops.begin())]);
  }
  const auto heaviest = std::max_element(
      own.begin(), own.end(), [](const auto& a, const auto& b) { return weight(a) < weight(b); });
  if (heaviest != own.end())
    code.loop = *heaviest;
  return code;
}

// A function that has copied the stack pointer into another register may find its frame by that one.
void name_frames_by_stack_pointer(Function& function) {
  struct Copy {
    std::string operands, by_copy, by_original;
  };
  static const std::vector<Copy> copies{
      {"%rsp,%rbp", "(%rbp", "(%rsp"}, {"%rsp,%rbx", "(%rbx", "(%rsp"}, {"x29, sp", "[x29", "[sp"}};
  for (const Copy& copy : copies)
    if (std::any_of(function.instructions.begin(), function.instructions.end(),
                    [&](const Instruction& each) {
                      return each.name == "mov" && each.operands == copy.operands;
                    }))
      for (Instruction& each : function.instructions)
        if (const std::size_t at = each.operands.find(copy.by_copy); at != std::string::npos)
          each.operands.replace(at, copy.by_copy.size(), copy.by_original);
}

} // namespace

CountedFunctions count_all(const std::map<std::string, Function>& functions,
                           const Classify& classify) {
  CountedFunctions result;
  for (const auto& [name, function] : functions)
    result[name] = count(function, classify);
  return result;
}

std::map<std::string, Function> parse_listing(const std::string& text, const Dialect& dialect) {
  const auto place = [](const std::string& digits) { return std::stol(digits, nullptr, 16); };
  std::map<std::string, Function> functions;
  Function* function = nullptr;
  std::istringstream lines(text);
  std::smatch match;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_match(line, match, dialect.heading)) {
      function = &functions[match[1]];
    } else if (function != nullptr && std::regex_match(line, match, dialect.line)) {
      Instruction instruction{match[2], std::string(trimmed(match[3].str())), place(match[1]), {}};
      function->labels[std::to_string(instruction.place)] = instruction.place;
      if (starts_with_any(instruction.name, dialect.jumps) &&
          std::regex_match(instruction.operands, match, dialect.target))
        instruction.target = std::to_string(place(match[1]));
      function->instructions.push_back(std::move(instruction));
    }
  return functions;
}

nlohmann::json counted_json(const std::string& of, const CountedCode& code) {
  return {{"of", of}, {"all", code.all}, {"loop", code.loop}};
}

// "    1390:\tvmovups -0xe0(%rax),%ymm1" below "0000000000001280 <name>:"
std::map<std::string, Function> parse_objdump(const std::string& text) {
  static const Dialect dialect{std::regex(R"(^[0-9a-f]+ <(.+)>:\s*$)"),
                               std::regex(R"(^\s*([0-9a-f]+):\s+([a-z][a-z0-9.]*)\s*([^#]*).*$)"),
                               {"j", "b", "cb", "tb"},
                               std::regex(R"(^(?:.*,\s*)?(?:0x)?([0-9a-f]+)(?:\s+<.*)?$)")};
  static const std::regex called(R"(^.*<([^>@]+)>.*$)");
  std::map<std::string, Function> functions = parse_listing(text, dialect);
  for (auto& [name, function] : functions) {
    name_frames_by_stack_pointer(function);
    std::smatch match;
    for (const Instruction& each : function.instructions)
      if (starts_with_any(each.name, {"call", "bl"}) &&
          std::regex_match(each.operands, match, called))
        function.calls.insert(match[1]);
  }
  // What the compiler has not put into its caller belongs to it all the same.
  std::map<std::string, Function> complete;
  for (const auto& [name, own] : functions) {
    std::vector<std::string> names{name};
    Function& all = complete[name];
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Function& part = functions.at(names[i]);
      all.instructions.insert(all.instructions.end(), part.instructions.begin(),
                              part.instructions.end());
      all.labels.insert(part.labels.begin(), part.labels.end());
      for (const std::string& each : part.calls)
        if (functions.contains(each) && std::find(names.begin(), names.end(), each) == names.end())
          names.push_back(each);
    }
  }
  return complete;
}

std::string output_of(const std::vector<std::string>& command, nlohmann::json& notes) {
  if (find_program(command.front()).empty()) {
    notes.push_back(fmt::format("{} is not in PATH", command.front()));
    return {};
  }
  const ProcessResult result = run_process(command);
  if (result.exit_code == 0)
    return result.output;
  notes.push_back(fmt::format("{} failed ({}): {}", command.front(), result.exit_code,
                              result.output.substr(0, 300)));
  return {};
}

} // namespace harness::listing
