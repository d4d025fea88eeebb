// Steps made ready and verified; sizes, and what a step shares with its parent.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "harness/inspect/kernel_stats.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/ladder.hpp"
#include "harness/ladder/reader.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <stdexcept>

namespace harness {
using namespace common;
namespace {

constexpr unsigned char poison = 0xFF; // as float and as double: NaN
constexpr unsigned char canary = 0xA5;
constexpr std::size_t canary_bytes = 4096;

// Oclgrind sees a write past the end of a buffer, and says where in the kernel; a canary would hide
// it from Oclgrind.
std::size_t canary_size(const cl::Device& device) {
  return is_simulator(device) ? 0 : canary_bytes;
}

// Fills the output with `fill`, plants the canary, runs, and returns what is in the output then.
std::vector<std::byte> run_poisoned(const Problem& problem, const Prepared& prepared,
                                    const Session& session, unsigned char fill,
                                    std::string& trouble) {
  const std::size_t size = problem.output_bytes();
  const std::size_t behind = canary_size(session.device);
  std::vector<std::byte> content(size + behind, std::byte{fill});
  std::fill(content.begin() + static_cast<std::ptrdiff_t>(size), content.end(), std::byte{canary});
  session.queue.enqueueWriteBuffer(prepared.output, CL_TRUE, 0, content.size(), content.data());
  prepared.run();
  session.queue.finish();
  session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, content.size(), content.data());

  const auto touched =
      std::find_if(content.begin() + static_cast<std::ptrdiff_t>(size), content.end(),
                   [](std::byte b) { return b != std::byte{canary}; });
  if (touched != content.end())
    trouble = fmt::format(
        "wrote past the end of the output: {} bytes after it were changed, the first {} bytes "
        "past its end",
        std::count_if(touched, content.end(), [](std::byte b) { return b != std::byte{canary}; }),
        touched - content.begin() - static_cast<std::ptrdiff_t>(size));
  content.resize(size);
  return content;
}

// The preset of that number, or the last.
Values preset(const Step& step, std::size_t i) {
  return step.presets.empty() ? Values{} : step.presets[std::min(i, step.presets.size() - 1)];
}

// Does the step share a parameter with its parent without changing it?
bool keeps_a_parameter(const Step& step, const Step& parent) {
  const Values others = preset(parent, 0);
  const Values own = preset(step, 0);
  return std::any_of(own.begin(), own.end(), [&](const auto& parameter) {
    return others.count(parameter.first) > 0 &&
           std::count(step.changed_parameters.begin(), step.changed_parameters.end(),
                      parameter.first) == 0;
  });
}

} // namespace

std::string values_text(const Values& values) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : values)
    parts.push_back(fmt::format("{}={}", name, value));
  return fmt::format("{}", fmt::join(parts, " "));
}

cl::Kernel Workbench::kernel(const std::string& file, const std::string& function,
                             const std::string& options) const {
  std::string all = options;
  for (const auto& [name, value] : values)
    all += fmt::format(" -D{}={}", name, value);
  if (kernels != nullptr)
    all += talkative(session.device);
  const bool own = replaced != nullptr && replaced->kernel_file == file;
  const cl::Kernel kernel(own ? ladder::build_readers_file(session, *replaced, function, all)
                              : build_kernel_file(session.context, session.device, file, all),
                          function.c_str());
  if (kernels != nullptr)
    kernels->push_back(kernel);
  return kernel;
}

std::string Problem::place(std::size_t index) const {
  return fmt::format("index {}", index);
}

std::string Problem::kind() const {
  return {};
}

std::vector<Peer> Problem::peers(const Session&) const {
  return {};
}

std::vector<int> parse_size(const std::string& text, std::size_t dimensions, int smallest) {
  constexpr int largest = 1 << 20;
  const std::string form = dimensions == 1 ? "N" : dimensions == 2 ? "N or WxH" : "N or MxNxK";
  const auto complain = [&](const std::string& why) -> UsageError {
    return UsageError(fmt::format("the size '{}' {}: give {} with numbers from {} to {}.", text,
                                  why, form, smallest, largest));
  };
  std::vector<int> numbers;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    if (part.empty() || part.size() > 7 ||
        part.find_first_not_of("0123456789") != std::string::npos)
      throw complain("makes no sense");
    numbers.push_back(std::stoi(part));
    begin = end + 1;
  }
  if (numbers.size() == 1)
    numbers.resize(dimensions, numbers.front());
  if (numbers.size() != dimensions)
    throw complain("has the wrong number of dimensions");
  if (std::any_of(numbers.begin(), numbers.end(),
                  [&](int n) { return n < smallest || n > largest; }))
    throw complain("is out of range");
  return numbers;
}

void require_device_memory(const cl::Device& device, const std::vector<std::size_t>& buffer_bytes) {
  const auto largest_allowed = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
  const auto memory = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
  const double total = std::accumulate(buffer_bytes.begin(), buffer_bytes.end(), 0.0);
  const std::size_t largest =
      buffer_bytes.empty() ? 0 : *std::max_element(buffer_bytes.begin(), buffer_bytes.end());
  if (largest > largest_allowed)
    throw Error(fmt::format("this size needs a buffer of {}; the device allows {} in one buffer: "
                            "choose a smaller --size.",
                            size_text(static_cast<double>(largest)),
                            size_text(static_cast<double>(largest_allowed))));
  if (total > static_cast<double>(memory))
    throw Error(fmt::format(
        "this size needs {} of device memory; the device has {}: choose a smaller --size.",
        size_text(total), size_text(static_cast<double>(memory))));
}

Prepared prepare_step(const Problem& problem, const Step& step, const Session& session,
                      const Values& values) {
  if (step.obstacle)
    if (const std::string reason = step.obstacle(session.device, values); !reason.empty())
      throw Skip(reason);
  Prepared prepared;
  prepared.values = values;
  prepared.output = cl::Buffer(session.context, CL_MEM_READ_WRITE,
                               problem.output_bytes() + canary_size(session.device));
  prepared.check = step.check;
  prepared.run =
      step.prepare(Workbench{session, prepared.values, prepared.output, &prepared.kernels});
  return prepared;
}

const Step* parent_of(const std::vector<Step>& steps, const Step& step) {
  const auto named = [&](const std::string& id) {
    return std::find_if(steps.begin(), steps.end(), [&](const Step& s) { return s.id == id; });
  };
  const auto parent = named(step.parent);
  if (!step.parent.empty() && parent == steps.end())
    throw std::logic_error(fmt::format("the parent of step {} is '{}', which is not in the table",
                                       step.id, step.parent));
  const auto own = named(step.id);
  return parent != steps.end()                        ? &*parent
         : own == steps.end() || own == steps.begin() ? nullptr
                                                      : &*std::prev(own);
}

std::vector<std::string> silent_changes(const Step& step, const Values& values,
                                        const Values& parents_values) {
  std::vector<std::string> names;
  for (const auto& [name, value] : values)
    if (const auto other = parents_values.find(name);
        other != parents_values.end() && other->second != value &&
        std::count(step.changed_parameters.begin(), step.changed_parameters.end(), name) == 0)
      names.push_back(name);
  return names;
}

std::vector<std::string> silent_changes(const std::vector<Step>& steps, const cl::Device& device) {
  std::vector<std::string> sentences;
  for (const Step& step : steps) {
    const Step* const parent = parent_of(steps, step);
    if (!parent)
      continue;
    const auto compare = [&](const Values& values, const Values& others, const std::string& where) {
      for (const std::string& name : silent_changes(step, values, others))
        sentences.push_back(fmt::format("{}: {}={} {}, but {} has {}={}", step.id, name,
                                        values.at(name), where, parent->id, name, others.at(name)));
    };
    for (std::size_t i = 0; i < std::max(step.presets.size(), parent->presets.size()); ++i)
      compare(preset(step, i), preset(*parent, i), fmt::format("in preset {}", i + 1));
    compare(preset(step, first_preset(steps, step, device)),
            preset(*parent, first_preset(steps, *parent, device)), "on this device");
  }
  return sentences;
}

std::size_t first_preset(const std::vector<Step>& steps, const Step& step,
                         const cl::Device& device) {
  std::vector<const Step*> family{&step};
  const auto in_family = [&](const Step& other) {
    return std::any_of(family.begin(), family.end(),
                       [&](const Step* member) { return member->id == other.id; });
  };
  for (std::size_t size = 0; size != family.size();) {
    size = family.size();
    for (const Step& child : steps)
      if (const Step* const parent = parent_of(steps, child);
          parent && keeps_a_parameter(child, *parent) && in_family(child) != in_family(*parent))
        family.push_back(in_family(child) ? parent : &child);
  }
  std::size_t most = 0;
  for (const Step* member : family)
    most = std::max(most, member->presets.size());
  const auto stands = [&](const Step& member, std::size_t i) {
    return member.obstacle && !member.obstacle(device, preset(member, i)).empty();
  };
  // A step that this device cannot run at all holds up nobody.
  const auto never_runs = [&](const Step* member) {
    for (std::size_t i = 0; i < most; ++i)
      if (!stands(*member, i))
        return false;
    return true;
  };
  family.erase(std::remove_if(family.begin(), family.end(), never_runs), family.end());
  for (std::size_t i = 0; i < most; ++i)
    if (std::none_of(family.begin(), family.end(),
                     [&](const Step* member) { return stands(*member, i); }))
      return i;
  return 0;
}

Prepared prepare_step(const Problem& problem, const Step& step, const Session& session) {
  if (step.presets.empty())
    throw Skip("the step has no parameter values to try");
  std::size_t i =
      std::min(first_preset(problem.steps_to_run(), step, session.device), step.presets.size() - 1);
  for (;; ++i) {
    try {
      return prepare_step(problem, step, session, step.presets[i]);
    } catch (const Skip&) {
      if (i + 1 == step.presets.size())
        throw;
    }
  }
}

Prepared prepare_verified(const Problem& problem, const Step& step, const Session& session) {
  Prepared prepared = prepare_step(problem, step, session);
  if (const std::string wrong = verify_step(problem, prepared, session); !wrong.empty())
    throw Error(fmt::format("{} ({}): {}", step.id, step.name, wrong));
  return prepared;
}

const Step& step_named(const std::vector<Step>& steps, std::string_view id) {
  const auto found =
      std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return step.id == id; });
  if (found == steps.end())
    throw UsageError(fmt::format("there is no step '{}'; --list shows them.", id));
  return *found;
}

std::string verify_step(const Problem& problem, const Prepared& prepared, const Session& session,
                        double* error) {
  const auto verdict = [&](unsigned char fill) -> std::string {
    std::string trouble;
    const std::vector<std::byte> output = run_poisoned(problem, prepared, session, fill, trouble);
    if (!trouble.empty())
      return trouble;
    const Comparison comparison = prepared.check ? prepared.check(output) : problem.check(output);
    if (error != nullptr)
      *error = comparison.error;
    return comparison.passed()
               ? std::string{}
               : comparison.summary([&](std::size_t index) { return problem.place(index); });
  };
  const std::string first = verdict(poison);
  return first.empty() && !problem.output_is_floating_point() ? verdict(0x00) : first;
}

} // namespace harness
