// The museum: the table of the exhibits, and the walk past them.

#include "museum.hpp"

#include "harness/lab/device.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <regex>
#include <sstream>

namespace {

// [exhibits]
constexpr std::array museum{
    Exhibit{"missing-guard", "more work-items than elements, and no guard",
            "guard every kernel; test with a canary after every output.", Tool::check, "canary",
            "21 of 21 numbers after the output", "missing_guard", missing_guard},
    Exhibit{"precedence", "i & 1 == 0 is read as i & (1 == 0)",
            "read the build log even when the build succeeds; in tests, build with -Werror.",
            Tool::build_log, "build log", "lower precedence than ==", "precedence", precedence},
    Exhibit{"missing-tail", "four elements for each work-item, and no one computes the rest",
            "poison the output, and test lengths that do not divide.", Tool::check, "poison",
            "3 of 1003 numbers were never written", "missing_tail", missing_tail},
    Exhibit{"left-edge", "an unsigned index is tested for i - 1 >= 0",
            "test before you subtract: i >= 1.", Tool::oclgrind, "Oclgrind",
            "Invalid read of size 4 at global memory", "left_edge", left_edge},
    Exhibit{"past-the-tile", "a tile without room for the neighbour",
            "count the halo when you size the tile.", Tool::oclgrind, "Oclgrind",
            "Invalid (read|write) of size 4 at local memory", "past_the_tile", past_the_tile},
    Exhibit{
        "missing-barrier", "local memory is overwritten before others have read it",
        "put a barrier between a write and another work-item's read, and before the next write.",
        Tool::oclgrind, "Oclgrind", "race at local memory", "missing_barrier", missing_barrier},
    Exhibit{"divergent-barrier", "some work-items return before a barrier",
            "no barrier inside or after a guard: the work-items without an element take part in "
            "it, too.",
            Tool::oclgrind, "Oclgrind", "divergence", "divergent_barrier", divergent_barrier, true},
    Exhibit{"lost-updates", "many work-items add to one number",
            "use an atomic, or a sum for each work-group (chapter 21).", Tool::oclgrind, "Oclgrind",
            "race at global memory", "lost_updates", lost_updates},
    Exhibit{"unset-sum", "a sum without an initial value",
            "give every variable a value where you declare it.", Tool::oclgrind, "Oclgrind",
            "[Uu]ninitialized", "unset_sum", unset_sum},
    Exhibit{"assumed-size", "a kernel that assumes its local size",
            "ask for ids and sizes, or demand a size: reqd_work_group_size.", Tool::check,
            "other local sizes", "local size [0-9]+:", "assumed_size", assumed_size},
    Exhibit{"lost-loop", "a right kernel, of which a compiler loses the loop",
            "suspect the compiler last, and prove it: other options, another device, Oclgrind.",
            Tool::check, "-cl-opt-disable", "right with -cl-opt-disable", "lost_loop", lost_loop},
    Exhibit{"int-overflow", "an index of more than 31 bits in an int",
            "compute addresses in size_t or long, from the first multiplication on.", Tool::print,
            "printf", "index -1294967297", "int_overflow", int_overflow},
    Exhibit{"wild-index", "an index from the data is used unchecked",
            "check what comes from outside. With -g, a debugger names the line.", Tool::debugger,
            "gdb", "in gather \\(.*wild_index_broken.cl:5", "wild_index", wild_index, true},
    Exhibit{"missing-wait", "one queue reads what another has not yet computed",
            "let the reader wait for the writer's event. Slow the writer down to see the mistake.",
            Tool::check, "delay", "stale result", "host_exhibits.cpp", missing_wait},
    Exhibit{"struct-layout", "float[3] on the host, float3 on the device",
            "use the cl_ types, and compare sizes and offsets once.", Tool::check, "sizes compared",
            "layout: device 32 bytes", "host_exhibits.cpp", struct_layout},
    Exhibit{"local-bytes", "the size of local memory is given in numbers, not in bytes",
            "cl::Local takes bytes.", Tool::oclgrind, "Oclgrind",
            "Invalid write of size 4 at local memory", "host_exhibits.cpp", local_bytes, true},
    Exhibit{"freed-early", "memory is freed before a command has read it",
            "it belongs to the command until its event is complete.", Tool::sanitizer,
            "address sanitizer", "heap-use-after-free", "sanitized.c", nullptr},
    Exhibit{"short-array", "the host's array is counted in numbers, the copy in bytes",
            "compute sizes once, from the container.", Tool::sanitizer, "address sanitizer",
            "heap-buffer-overflow", "sanitized.c", nullptr},
    Exhibit{"double-release", "two owners, and only one reference",
            "a copied handle needs clRetain...; cl::Buffer does it.", Tool::sanitizer,
            "address sanitizer", "clReleaseMemObject", "sanitized.c", nullptr},
};
// [/exhibits]

bool says(const Exhibit& exhibit, const std::string& text) {
  return std::regex_search(text, std::regex(exhibit.finding));
}

// What the specification does not promise: that the compiler warns, that commands overlap, that a
// driver copies where the sanitizer or the debugger can see it.
bool promised_everywhere(const Exhibit& exhibit) {
  return exhibit.tool == Tool::oclgrind || exhibit.tool == Tool::print ||
         (exhibit.tool == Tool::check && exhibit.act != missing_wait && exhibit.act != lost_loop);
}

// In the short form: what needs no child process, and little compiling.
bool is_fast(const Exhibit& exhibit) {
  return exhibit.tool == Tool::build_log ||
         (exhibit.tool == Tool::check && exhibit.act != missing_wait &&
          exhibit.act != assumed_size && exhibit.act != lost_loop);
}

std::string headline(const std::string& text) {
  return text.substr(0, text.find_first_of(":\n"));
}

// What a reader can spare: instructions in the compiler's own language, directories, addresses,
// numbers of processes, and the frames of a stack that are not ours.
struct Spared {
  const char* part;
  const char* by;
};
constexpr std::array spared_parts{
    Spared{"^.*!dbg .*$", ""},
    Spared{"^ +#[1-9][0-9]* 0x[0-9a-f]+ (?!.*(sanitized\\.c|pocl_)).*$", ""},
    Spared{"^\\[Switching to.*$", ""},
    Spared{"^==[0-9]+==(The signal|Hint).*$", ""},
    Spared{"^(Thread T.* created by.*|AddressSanitizer can not.*|SUMMARY.*|==[0-9]+==ABORTING)$",
           ""},
    Spared{"==[0-9]+==", ""},
    Spared{" at pc 0x.*$| \\(pc 0x.*$", ""},
    Spared{" ?\\(?0x[0-9a-f]{9,} in ", " in "},
    // From the root on: directories may have blanks in their names.
    Spared{"(^|[ (])/.*/(?=[^/ ]+)", "$1"},
    Spared{"[^ (]*/(?=[^/ ]+)", ""},
    Spared{"\\+0x[0-9a-f]+\\)", ")"},
    Spared{"\t", "  "},
};

// The first finding in telling lines.
std::vector<std::string> telling_lines(const Exhibit& exhibit, const std::string& told) {
  std::vector<std::string> lines;
  std::istringstream stream(told);
  for (std::string line; std::getline(stream, line) && lines.size() < 10;) {
    if (line.empty() && exhibit.tool == Tool::oclgrind && !lines.empty())
      break;
    for (const Spared& spared : spared_parts)
      line = std::regex_replace(line, std::regex(spared.part), spared.by);
    if (line.find_first_not_of(" =") != std::string::npos)
      lines.push_back(line);
  }
  return lines;
}

} // namespace

std::span<const Exhibit> exhibits() {
  return museum;
}

std::vector<std::string> exhibit_ids() {
  std::vector<std::string> ids;
  for (const Exhibit& exhibit : museum)
    ids.emplace_back(exhibit.id);
  return ids;
}

const Exhibit& exhibit(const std::string& id) {
  return *std::find_if(museum.begin(), museum.end(),
                       [&](const Exhibit& each) { return each.id == id; });
}

// [visit]
Visit visit(const Lab& lab, const Exhibit& exhibit) {
  if (harness::is_simulator(lab.device))
    throw common::Skip("this is the simulator already: start the program outside of it");
  Visit seen;
  seen.told = ask_tool(lab, exhibit, Version::broken);
  if (!says(exhibit, seen.told)) {
    // PoCL 3.1 has the mistake of the lost loop, later versions do not.
    if (!promised_everywhere(exhibit) && (!on_pocl(lab.device) || exhibit.act == lost_loop))
      throw common::Skip(fmt::format("{} has nothing to say on this device", exhibit.tool_name));
    throw common::Error(fmt::format("{} did not find the exhibit {}. It said: {}",
                                    exhibit.tool_name, exhibit.id, seen.told));
  }
  if (exhibit.act != nullptr) {
    seen.here = exhibit.risky ? act_safely(lab, exhibit, {Version::broken, false})
                              : exhibit.act(lab, {Version::broken, false});
    seen.again = exhibit.act(lab, {Version::mended, false});
  }
  // The other tools may talk of other things, too.
  const bool must_be_silent = exhibit.tool == Tool::check || exhibit.tool == Tool::oclgrind;
  const std::string told = ask_tool(lab, exhibit, Version::mended);
  if (says(exhibit, told) || (must_be_silent && !told.empty()))
    seen.again += told;
  verify(seen.again.empty(), fmt::format("the mended version of {} is right. It is said of it: {}",
                                         exhibit.id, seen.again));
  return seen;
}
// [/visit]

Json what_finds_which_mistake(const Lab& lab) {
  harness::Table table({{"exhibit"}, {"without the tool"}, {"tool"}, {"finds it"}, {"mended"}});
  Json rows = Json::array();
  harness::Progress progress("museum");
  for (const Exhibit& exhibit : museum) {
    Json row{{"exhibit", exhibit.id}, {"mistake", exhibit.mistake}, {"tool", exhibit.tool_name}};
    progress.show(exhibit.id);
    try {
      if (lab.quick && !is_fast(exhibit))
        throw common::Skip("not in the short form");
      const Visit seen = visit(lab, exhibit);
      const std::string here = exhibit.act == nullptr ? "-"
                               : seen.here.empty()    ? "right, by luck"
                                                      : headline(seen.here);
      table.add({exhibit.id, here, exhibit.tool_name, "yes", "right"});
      row.update(
          {{"status", "found"}, {"here", here}, {"told", telling_lines(exhibit, seen.told)}});
    } catch (const common::Skip& skip) {
      table.add({exhibit.id, "", exhibit.tool_name, fmt::format("skipped: {}", skip.what())});
      row.update({{"status", "skipped"}, {"reason", skip.what()}});
    }
    rows.push_back(row);
  }
  fmt::print("{}", table.text());
  return {{"rows", rows}};
}

int show_exhibit(const Lab& lab, const std::string& id) {
  const Exhibit& shown = exhibit(id);
  const auto block = [](const char* title, const std::vector<std::string>& lines) {
    fmt::print("\n{}\n", title);
    for (const std::string& line : lines)
      fmt::print("    {}\n", line);
  };
  fmt::print("\n{}: {}\n", shown.id, shown.mistake);
  const Visit seen = visit(lab, shown);
  if (shown.act != nullptr)
    block("Without the tool", {seen.here.empty() ? "the result is right, by luck" : seen.here});
  block(fmt::format("With the tool ({})", shown.tool_name).c_str(),
        telling_lines(shown, seen.told));
  block("The repair",
        difference(source_of(shown, Version::broken), source_of(shown, Version::mended)));
  fmt::print("\nThe mended version is right, and the tool has nothing to say.\nWhat to learn: {}\n",
             shown.learn);
  return common::exit_passed;
}

int act_in_child(const Lab& lab, const std::string& id, const How& how) {
  const Exhibit& actor = exhibit(id);
  if (actor.act == nullptr)
    throw common::UsageError("this exhibit runs in 13_testing_and_debugging_asan.");
  const std::string wrong = actor.act(lab, how);
  fmt::print("act: {}\n", wrong);
  return common::exit_passed;
}
