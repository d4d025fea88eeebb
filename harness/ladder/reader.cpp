#include "harness/ladder/reader.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/options.hpp"
#include "harness/inspect/kernel_stats.hpp"
#include "harness/lab/device.hpp"
#include "harness/ladder/modes.hpp"
#include "harness/system/process.hpp"
#include "harness/system/report.hpp"
#include "harness/system/temporary.hpp"
#include "harness/system/watch.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <set>
#include <thread>

#if __has_include(<sys/time.h>)
#include <sys/time.h>
#define HAVE_SIGNALS
#endif

namespace fs = std::filesystem;

namespace harness {
using namespace common;
namespace {

// In the child: the file to which it writes what it is about to run, for the message where that ends it.
constexpr const char* place_variable = "LADDER_PLACE";

// This process is ended by SIGALRM where the scope takes longer.
class TimeLimit {
 public:
  explicit TimeLimit(double seconds) { set(seconds); }
  ~TimeLimit() { set(0.0); }
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

 private:
  static void set([[maybe_unused]] double seconds) {
#ifdef HAVE_SIGNALS
    itimerval timer{};
    timer.it_value.tv_sec = static_cast<time_t>(seconds);
    timer.it_value.tv_usec =
        static_cast<suseconds_t>(1e6 * (seconds - static_cast<double>(timer.it_value.tv_sec)));
    setitimer(ITIMER_REAL, &timer, nullptr);
#endif
  }
};

void note_place(const std::string& place) {
  static std::string noted;
  const char* const file = std::getenv(place_variable);
  if (file != nullptr && place != noted)
    common::write_text(file, noted = place);
}

// ---- --set ----

Values parse_pins(const std::vector<std::string>& texts) {
  Values pins;
  for (const std::string& text : texts) {
    const std::size_t sign = text.find('=');
    const std::string number = sign == text.npos ? "" : text.substr(sign + 1);
    if (sign == 0 || number.empty() || number.size() > 7 ||
        number.find_first_not_of("0123456789") != number.npos)
      throw UsageError(
          fmt::format("--set {}: give NAME=VALUE with a whole number, for instance BM=64.", text));
    if (!pins.emplace(text.substr(0, sign), std::stoi(number)).second)
      throw UsageError(fmt::format("--set gives {} twice.", text.substr(0, sign)));
  }
  return pins;
}

// All values of a step's parameters that are known: what --tune tries, and what the presets have.
std::map<std::string, std::set<int>> known_values(const Step& step) {
  std::map<std::string, std::set<int>> known;
  for (const Parameter& parameter : step.parameters)
    known[parameter.name].insert(parameter.values.begin(), parameter.values.end());
  for (const Values& preset : step.presets)
    for (const auto& [name, value] : preset)
      known[name].insert(value);
  return known;
}

// "v7 has TILE; v8 has BK, BM, BN, TM".
std::string parameters_text(const std::vector<Step>& steps) {
  std::vector<std::string> texts;
  for (const Step& step : steps) {
    std::vector<std::string> names;
    for (const auto& entry : known_values(step))
      names.push_back(entry.first);
    if (!names.empty())
      texts.push_back(fmt::format("{} has {}", step.id, fmt::join(names, ", ")));
  }
  return texts.empty() ? "they have none" : fmt::format("{}", fmt::join(texts, "; "));
}

void require_known(const Values& pins, const std::vector<Step>& steps) {
  for (const auto& [name, value] : pins) {
    bool known = false;
    for (const Step& step : steps) {
      const auto values = known_values(step);
      const auto found = values.find(name);
      known = known || found != values.end();
      // A launcher may divide by what is 0 in no preset.
      if (found != values.end() && value == 0 && found->second.count(0) == 0)
        throw UsageError(
            fmt::format("--set {}=0: {} of {} must be at least 1.", name, name, step.id));
    }
    if (!known)
      throw UsageError(fmt::format("--set {}={}: none of these steps has a parameter {}: {}.", name,
                                   value, name, parameters_text(steps)));
  }
}

// The presets keep their order and number: steps fall back together from one to the next.
void pin(Step& step, const Values& pins) {
  const auto known = known_values(step);
  for (Values& preset : step.presets)
    for (const auto& [name, value] : pins)
      if (known.count(name) != 0)
        step.reader.values[name] = preset[name] = value;
}

// ---- --kernel ----

void require_file(const std::string& file, const Step& step) {
  std::error_code none;
  if (fs::is_regular_file(file, none))
    return;
  if (fs::exists(file, none))
    throw UsageError(fmt::format("--kernel {}: that is not a file.", file));
  throw UsageError(fmt::format(
      "--kernel {}: there is no such file. Begin with a copy of {}'s:\n  cp '{}' '{}'", file,
      step.id, fs::proximate(common::find_kernel(step.kernel_file)).generic_string(), file));
}

// The step with the reader's kernel in its launcher.
Step readers_step(const Step& step, const std::string& file) {
  Step mine = step;
  mine.id = "mine";
  mine.name = fs::path(file).filename().string();
  mine.change = fmt::format("your kernel in the place of {}'s", step.id);
  mine.parent = step.id;
  mine.reader.kernel = file;
  mine.accesses = nullptr; // the step's promise, not the reader's
  mine.prepare = [step, file](const Workbench& bench) {
    Step replaced = step;
    replaced.reader.kernel = file;
    Workbench own = bench;
    own.replaced = &replaced;
    return step.prepare(own);
  };
  return mine;
}

// What the launcher of a step sets is what its own kernel takes.
bool is_about_arguments(cl_int error) {
  return error == CL_INVALID_ARG_INDEX || error == CL_INVALID_ARG_SIZE ||
         error == CL_INVALID_ARG_VALUE || error == CL_INVALID_KERNEL_ARGS;
}

// The step, each of whose runs has its time, and whose place is noted before.
void limit(Step& step, const std::string& size, double seconds) {
  const auto limited = [=](const Session& session, const auto& action) {
    note_place(fmt::format("{} ({}) at {}", step.id, step.name, size));
    const TimeLimit time(
        is_simulator(session.device) ? 0.0 : seconds); // the simulator has one of its own
    try {
      return action();
    } catch (const cl::Error& error) {
      if (step.reader.kernel.empty() || !is_about_arguments(error.err()))
        throw;
      throw Error(fmt::format("{}\nThe launcher of {} passes what the kernel in kernels/{} takes: "
                              "yours must take the same, in the same order.",
                              explain(error, session.device), step.parent, step.kernel_file));
    }
  };
  step.prepare = [limited, prepare = step.prepare](const Workbench& bench) -> Run {
    const Run run = limited(bench.session, [&] { return prepare(bench); });
    return [limited, run, &session = bench.session] {
      return limited(session, [&] {
        const std::vector<cl::Event> events = run();
        if (!events.empty())
          cl::Event::waitForEvents(events);
        return events;
      });
    };
  };
}

// What a parameter of a kernel takes, as its driver tells.
struct KernelParameter {
  std::string text; // "global float* C"
  bool is_buffer = false, is_local = false;
  std::optional<std::string> kind; // of a number; nothing for types that the language does not have
};

// Types that differ in the sign only are of one kind.
std::optional<std::string> kind_of(std::string type) {
  const std::size_t digits = type.find_first_of("0123456789");
  const int count = digits == type.npos ? 1 : std::atoi(type.c_str() + digits);
  type = type.substr(0, digits);
  for (const auto& [names, kind] :
       std::initializer_list<std::pair<std::vector<std::string>, std::string>>{
           {{"char", "uchar", "unsigned char", "bool"}, "whole number of 8 bits"},
           {{"short", "ushort", "unsigned short"}, "whole number of 16 bits"},
           {{"int", "uint", "unsigned int", "unsigned"}, "whole number of 32 bits"},
           {{"long", "ulong", "unsigned long", "size_t"}, "whole number of 64 bits"},
           {{"half"}, "half"},
           {{"float"}, "float"},
           {{"double"}, "double"}})
    if (std::find(names.begin(), names.end(), type) != names.end())
      return fmt::format("{} {}", count == 3 ? 4 : count, kind);
  return {};
}

// Keeps the names and types of a kernel's parameters in the program.
const std::string with_parameters = " -cl-kernel-arg-info";

// Of a program that was built with them; nothing where the driver does not tell.
std::vector<KernelParameter> parameters_of(const cl::Program& program,
                                           const std::string& function) {
  std::vector<KernelParameter> result;
  try {
    const cl::Kernel kernel(program, function.c_str());
    for (cl_uint i = 0; i < kernel.getInfo<CL_KERNEL_NUM_ARGS>(); ++i) {
      const std::string type = kernel.getArgInfo<CL_KERNEL_ARG_TYPE_NAME>(i).c_str();
      const auto address = kernel.getArgInfo<CL_KERNEL_ARG_ADDRESS_QUALIFIER>(i);
      const std::string where = address == CL_KERNEL_ARG_ADDRESS_LOCAL     ? "local "
                                : address == CL_KERNEL_ARG_ADDRESS_PRIVATE ? ""
                                                                           : "global ";
      result.push_back({where + type + " " + kernel.getArgInfo<CL_KERNEL_ARG_NAME>(i).c_str(),
                        where == "global ", where == "local ",
                        type.ends_with('*') ? std::nullopt : kind_of(type)});
    }
  } catch (const cl::Error&) {
    result.clear();
  }
  return result;
}

// The launcher of a step passes what the step's own kernel takes. Drivers notice another size of a number, or nothing.
void require_same_parameters(const Session& session, const Step& step, const std::string& function,
                             const std::string& options, const cl::Program& readers,
                             const std::string& shown) {
  std::vector<KernelParameter> wanted;
  try {
    wanted = parameters_of(build_kernel_file(session.context, session.device, step.kernel_file,
                                             options + with_parameters),
                           function);
  } catch (const Error&) { // the step's kernel needs something else: nothing to compare with
  }
  const std::vector<KernelParameter> mine = parameters_of(readers, function);
  if (wanted.empty() || mine.empty())
    return;
  const auto all = [](const std::vector<KernelParameter>& parameters) {
    std::vector<std::string> texts;
    for (const KernelParameter& each : parameters)
      texts.push_back(each.text);
    return fmt::format("{}", fmt::join(texts, ", "));
  };
  if (wanted.size() != mine.size())
    throw Error(fmt::format("{}: {} takes {} arguments, and the launcher of {} passes {}: {}.",
                            shown, function, mine.size(), step.id, wanted.size(), all(wanted)));
  for (std::size_t i = 0; i < mine.size(); ++i)
    if (mine[i].is_buffer != wanted[i].is_buffer || mine[i].is_local != wanted[i].is_local ||
        (mine[i].kind && wanted[i].kind && mine[i].kind != wanted[i].kind))
      throw Error(fmt::format("{}: argument {} of {} is '{}', and the launcher of {} passes '{}' "
                              "there. All it passes: {}.",
                              shown, i, function, mine[i].text, step.id, wanted[i].text,
                              all(wanted)));
}

} // namespace

namespace ladder {

cl::Program build_readers_file(const Session& session, const Step& step,
                               const std::string& function, const std::string& build_options) {
  const std::string shown = fs::path(step.reader.kernel).generic_string();
  const std::string absolute = fs::absolute(step.reader.kernel).lexically_normal().generic_string();
  const auto as_given = [device = session.device](std::string text) {
    for (const std::string& ours : {talkative(device), with_parameters})
      for (std::size_t at; !ours.empty() && (at = text.find(ours)) != text.npos;)
        text.erase(at, ours.size());
    return text;
  };
  cl::Program program;
  try {
    program = common::build_kernel_file(session.context, session.device, absolute,
                                        build_options + with_parameters,
                                        {fs::path(step.kernel_file).parent_path()});
  } catch (const common::BuildError& error) {
    throw common::BuildError(as_given(error.what()), as_given(error.log));
  }
  const std::string names = ";" + program.getInfo<CL_PROGRAM_KERNEL_NAMES>() + ";";
  if (names.find(";" + function + ";") == names.npos)
    throw Error(fmt::format(
        "{} defines no kernel {}, which the launcher of {} runs; {}.", shown, function, step.id,
        names == ";;" ? "it defines none" : "it defines " + names.substr(1, names.size() - 2)));
  require_same_parameters(session, step, function, build_options, program, shown);
  return program;
}

CaseStudy with_readers_part(CaseStudy study, LadderOptions& options) {
  if (options.kernel.empty() && options.set.empty())
    return study;
  const Values pins = parse_pins(options.set);
  const auto problem = study.make(study.quick_sizes.front(), options.program.seed);
  if (!options.kernel.empty() && options.steps.size() != 1)
    throw UsageError(
        "--kernel takes the place of one step: name it with --step; --list shows them.");
  const std::vector<Step> chosen = chosen_steps(*problem, options.steps);
  require_known(pins, chosen);
  std::string own;
  if (!options.kernel.empty()) {
    require_file(options.kernel, chosen.front());
    own = chosen.front().id;
    options.steps = {"mine"};
    if (!options.check && !options.oclgrind && !options.stats)
      options.steps.insert(options.steps.begin(), own);
  }
  const auto change = [=, file = options.kernel, seconds = options.kernel_seconds](
                          std::vector<Step> steps, const std::string& size) {
    for (Step& step : steps)
      pin(step, pins);
    if (!own.empty())
      steps.push_back(readers_step(*std::find_if(steps.begin(), steps.end(),
                                                 [&](const Step& step) { return step.id == own; }),
                                   file));
    for (Step& step : steps)
      if (step.id == "mine" || !pins.empty())
        limit(step, size, seconds);
    return steps;
  };
  study.make = [=, make = study.make](const std::string& size, unsigned seed) {
    auto made = make(size, seed);
    made->readers_part = [=, size = made->size()](std::vector<Step> steps) {
      return change(std::move(steps), size);
    };
    return made;
  };
  for (const auto& [name, value] : pins) {
    std::vector<std::string> others;
    for (const Step& step : chosen)
      if (known_values(step).count(name) == 0)
        others.push_back(step.id);
    if (!others.empty() && !options.list)
      fmt::print("--set {}={}: {} {} no {} and {} as before\n", name, value,
                 fmt::join(others, ", "), others.size() == 1 ? "has" : "have", name,
                 others.size() == 1 ? "is" : "are");
  }
  return study;
}

} // namespace ladder

#ifdef HAVE_SIGNALS
namespace {

volatile std::sig_atomic_t interrupted = 0; // by Ctrl-C

std::string ending_text(int exit_code, const std::string& place, double seconds) {
  const int signal = exit_code - 128;
  if (signal == SIGALRM)
    return fmt::format("{} had not finished after {:g} s: does every loop end, and does every "
                       "work-item of a work-group "
                       "reach each barrier? (--kernel-seconds allows a run more.)",
                       place, seconds);
  return fmt::format("{} crashed ({}): it accessed memory far outside a buffer, or not every "
                     "work-item of a work-group "
                     "reached a barrier. --oclgrind says where.",
                     place, signal == SIGSEGV ? "SIGSEGV" : strsignal(signal));
}

// The program with the same arguments in a child process, ended where `give_up` says so. Returns its exit code; what
// ended it, if that was no exit, is said.
int run_once(const std::vector<std::string>& command, double seconds,
             const std::function<bool()>& give_up) {
  const TemporaryDirectory directory;
  const fs::path place = directory.path / "place";
  ProcessOptions options;
  options.timeout_seconds = std::numeric_limits<int>::max();
  options.environment = {{place_variable, place.string()}};
  options.foreground = true;
  options.give_up = give_up;
  std::fflush(stdout);
  const ProcessResult result = run_process(command, options);
  std::error_code none;
  if (result.timed_out || result.exit_code <= 128 || result.exit_code == 128 + SIGINT ||
      result.exit_code == 128 + SIGPIPE || !fs::exists(place, none))
    return result.exit_code;
  fmt::print(stderr, "error: {}\n",
             ending_text(result.exit_code, common::read_text(place), seconds));
  return exit_failed;
}

} // namespace
#endif

std::optional<int> run_readers_part([[maybe_unused]] const LadderOptions& options,
                                    [[maybe_unused]] int argc, [[maybe_unused]] char** argv) {
#ifndef HAVE_SIGNALS // nor child processes yet: it runs here
  return {};
#else
  if ((options.kernel.empty() && options.set.empty()) || options.list ||
      std::getenv(place_variable) != nullptr)
    return {};
  const fs::path self = common::own_executable();
  std::vector<std::string> command{self.empty() ? argv[0] : self.string()};
  command.insert(command.end(), argv + 1, argv + argc);
  std::signal(SIGINT, [](int) { interrupted = 1; }); // the child gets it, too: it ends first
  if (!options.watch)
    return run_once(command, options.kernel_seconds, {});

  SavedFile file(options.kernel);
  int code = exit_passed;
  for (bool first = true; interrupted == 0;
       std::this_thread::sleep_for(std::chrono::milliseconds(200))) {
    const SavedFile::News news = file.look();
    if (news == SavedFile::News::gone)
      fmt::print("{} is gone: save it again.\n", options.kernel);
    if (news == SavedFile::News::saved || (first && news == SavedFile::News::none)) {
      if (!first)
        fmt::print("\n{:─<72}\n", fmt::format("── {} ", options.kernel));
      code = run_once(command, options.kernel_seconds,
                      [&] { return interrupted != 0 || file.is_other(); });
      if (first && code == exit_usage)
        return code;
      first = false;
      if (interrupted == 0 && !file.is_other())
        fmt::print("watching {}; Ctrl-C ends\n", options.kernel);
    }
    std::fflush(stdout);
  }
  return code;
#endif
}

} // namespace harness
