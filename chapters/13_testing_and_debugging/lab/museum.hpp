// The museum: broken programs, each with the tool that finds it and the version that is mended. The
// table exhibits() is the only list; the program, its tests and the lesson all walk it.
#pragma once

#include "lab.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

enum class Version { broken, mended };

/// How an exhibit is to run: which of its versions, and with or without the tool that it carries
/// itself (a canary, a delay, a printf).
struct How {
  Version version = Version::broken;
  bool with_tool = false;
};

/// Who speaks when the mistake is found.
enum class Tool {
  check,     ///< the exhibit itself: its act, run with_tool
  print,     ///< printf in the kernel, run with_tool
  build_log, ///< the compiler of the device
  oclgrind,
  sanitizer, ///< of addresses; the exhibit is one of sanitized.c
  debugger,  ///< gdb; the kernel runs on the CPU
};

// [exhibit]
struct Exhibit {
  const char* id;
  const char* mistake;
  const char* learn;
  Tool tool;
  const char* tool_name;
  const char* finding; ///< a regular expression: what the tool has to say
  /// Where the two versions stand: a kernel "missing_guard", for missing_guard_broken.cl and
  /// missing_guard_mended.cl, or a file of this chapter, "host_exhibits.cpp", with regions
  /// [missing-wait broken] and [missing-wait mended].
  const char* source;
  /// Runs it and checks the result as people often do; returns what is wrong, or "". Null: it runs
  /// under its tool only.
  std::string (*act)(const Lab&, const How&);
  bool risky = false; ///< the broken version may hang or crash: it runs in a child process
};
// [/exhibit]

std::span<const Exhibit> exhibits();
std::vector<std::string> exhibit_ids();
const Exhibit& exhibit(const std::string& id);

/// What was seen of an exhibit.
struct Visit {
  std::string here;  ///< what the broken version shows without its tool
  std::string told;  ///< what the tool says of it
  std::string again; ///< what is left to complain about in the mended version: nothing
};

/// Runs both versions, with and without the tool. Throws common::Skip where the tool is missing,
/// and Error where it does not find the mistake, or the mended version is not right.
Visit visit(const Lab& lab, const Exhibit& exhibit);

/// --exhibit: everything about one, with the repair as a diff.
int show_exhibit(const Lab& lab, const std::string& id);

/// What the program's children do: run one version and print "act: " and what is wrong with it.
int act_in_child(const Lab& lab, const std::string& id, const How& how);

// tools.cpp
/// What the exhibit's tool says of a version, in full. Throws common::Skip where there is no such tool.
std::string ask_tool(const Lab& lab, const Exhibit& exhibit, Version version);
/// Runs a version in a child process and returns what was wrong with it.
std::string act_safely(const Lab& lab, const Exhibit& exhibit, const How& how);
/// How to start this program again for one version, on this device or in the simulator.
std::vector<std::string> child_command(const std::string& device, const std::string& id,
                                       const How& how);
/// The lines of a version of an exhibit.
std::vector<std::string> source_of(const Exhibit& exhibit, Version version);
/// Lines with "- ", "+ " or two blanks before them; two common lines around each change.
std::vector<std::string> difference(const std::vector<std::string>& before,
                                    const std::vector<std::string>& after);

// kernel_exhibits.cpp, host_exhibits.cpp
std::string missing_guard(const Lab& lab, const How& how);
std::string precedence(const Lab& lab, const How& how);
std::string missing_tail(const Lab& lab, const How& how);
std::string left_edge(const Lab& lab, const How& how);
std::string past_the_tile(const Lab& lab, const How& how);
std::string missing_barrier(const Lab& lab, const How& how);
std::string divergent_barrier(const Lab& lab, const How& how);
std::string lost_updates(const Lab& lab, const How& how);
std::string unset_sum(const Lab& lab, const How& how);
std::string assumed_size(const Lab& lab, const How& how);
std::string lost_loop(const Lab& lab, const How& how);
std::string int_overflow(const Lab& lab, const How& how);
std::string wild_index(const Lab& lab, const How& how);
std::string missing_wait(const Lab& lab, const How& how);
std::string struct_layout(const Lab& lab, const How& how);
std::string local_bytes(const Lab& lab, const How& how);
