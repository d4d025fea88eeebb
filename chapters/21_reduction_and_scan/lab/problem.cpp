// The problems of chapter 21: inputs, references by definition, and what is compared with them.

#include "problem.hpp"

#include "common/error.hpp"
#include "harness/lab/session.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <future>
#include <limits>
#include <numeric>
#include <random>

namespace sums {
namespace {

constexpr std::uint64_t largest = std::uint64_t{1} << 33;
constexpr double infinity = std::numeric_limits<double>::infinity();

Elements random_elements(const Task& task, std::uint64_t n, unsigned seed) {
  std::mt19937 random(seed); // the standard's distributions differ from library to library
  Elements elements;
  const auto fill = [&](auto& values, auto element) {
    values.resize(n);
    for (auto& value : values)
      value = element(static_cast<cl_uint>(random()));
  };
  const cl_uint steps = task.operation == "dot" ? 8 : 128;
  if (task.problem == "sort")
    fill(elements.ints, [](cl_uint bits) { return std::bit_cast<cl_int>(bits); });
  else if (task.floats())
    fill(elements.floats, [steps](cl_uint bits) {
      return static_cast<float>(bits % (2 * steps + 1)) / static_cast<float>(steps) - 1.0F;
    });
  else
    fill(elements.ints, [](cl_uint bits) { return static_cast<cl_int>(bits % 201) - 100; });
  return elements;
}

// Commands and buffers of no bytes are errors in OpenCL.
cl::Buffer buffer_of(const harness::Session& session, const void* data, std::size_t bytes) {
  cl::Buffer buffer(session.context, CL_MEM_READ_ONLY, std::max<std::size_t>(bytes, 4));
  if (bytes > 0)
    session.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes, data);
  return buffer;
}

template <typename T>
T number(std::span<const std::byte> bytes, std::size_t i) {
  T value;
  std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
  return value;
}

// Counts and keeps a mismatch as common::compare() does; NaN is never equal.
void compare_one(common::Comparison& comparison, std::size_t index, double got, double want) {
  ++comparison.compared;
  if (got == want)
    return;
  if (comparison.wrong++ == 0)
    comparison.worst = {index, got, want};
  if (comparison.first.size() < 5)
    comparison.first.push_back({index, got, want});
}

} // namespace

const std::vector<std::string>& problems() {
  static const std::vector<std::string> names{"reduce", "scan", "sort"};
  return names;
}

const std::vector<std::string>& operations() {
  static const std::vector<std::string> names{"sum", "min", "max", "argmax", "dot"};
  return names;
}

const std::vector<std::string>& forms() {
  static const std::vector<std::string> names{"exclusive", "inclusive", "segmented"};
  return names;
}

std::uint64_t parse_length(const std::string& text) {
  const bool power = text.starts_with("2^");
  const std::string digits = power ? text.substr(2) : text;
  if (digits.empty() || digits.size() > 10 ||
      digits.find_first_not_of("0123456789") != std::string::npos)
    throw common::UsageError(
        fmt::format("the size '{}' makes no sense: give a number such as 1000, or 2^20.", text));
  const std::uint64_t value = std::stoull(digits);
  if (power ? value > 33 : value > largest)
    throw common::UsageError(fmt::format("the size '{}' is too large: at most 2^33.", text));
  return power ? std::uint64_t{1} << value : value;
}

// [references]
Found reduce(const std::string& operation, const Elements& a, const Elements& b) {
  Found found{operation == "min"                            ? infinity
              : operation == "max" || operation == "argmax" ? -infinity
                                                            : 0.0};
  const bool sum = operation == "sum", dot = operation == "dot", least = operation == "min";
  for (std::size_t i = 0; i < a.size(); ++i)
    if (sum || dot)
      found.value += dot ? a[i] * b[i] : a[i];
    else if (least ? a[i] < found.value : a[i] > found.value)
      found = {a[i], i};
  return found;
}

std::vector<double> scan(const std::string& form, const Elements& elements,
                         const std::vector<unsigned char>& heads) {
  std::vector<double> result(elements.size());
  const bool exclusive = form == "exclusive", segmented = form == "segmented";
  double sum = 0.0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (segmented && heads[i] != 0)
      sum = 0.0;
    const double before = sum;
    sum += elements[i];
    result[i] = exclusive ? before : sum;
  }
  return result;
}

// Each key with its place behind it, which makes all of them different: then any sort will do, and 16 at a time.
std::vector<std::uint64_t> sorted(const std::vector<cl_uint>& keys) {
  std::vector<std::future<std::vector<std::uint64_t>>> sixteenths;
  for (cl_uint top = 0; top < 16; ++top)
    sixteenths.push_back(std::async(std::launch::async, [&keys, top] {
      std::vector<std::uint64_t> part;
      for (std::size_t i = 0; i < keys.size(); ++i)
        if (keys[i] >> 28 == top)
          part.push_back(std::uint64_t{keys[i]} << 32 | i);
      std::sort(part.begin(), part.end());
      return part;
    }));
  std::vector<std::uint64_t> all;
  all.reserve(keys.size());
  for (auto& sixteenth : sixteenths) {
    const std::vector<std::uint64_t> part = sixteenth.get();
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}
// [/references]

std::string Sums::size() const {
  return n >= 1024 && std::has_single_bit(n) ? fmt::format("2^{}", std::countr_zero(n))
                                             : std::to_string(n);
}

harness::Cost Sums::cost() const {
  const double bytes = task.problem == "scan"    ? 8.0 + (task.form == "segmented" ? 1.0 : 0.0)
                       : task.problem == "sort"  ? 8.0 * (1 + task.values)
                       : task.operation == "dot" ? 8.0
                                                 : 4.0;
  return {static_cast<double>(n) * (task.operation == "dot" ? 2.0 : 1.0),
          static_cast<double>(n) * bytes};
}

std::size_t Sums::output_bytes() const {
  return task.problem == "reduce" ? (task.operation == "argmax" ? 16 : 4)
                                  : std::max<std::size_t>(n * 4 * (task.values ? 2 : 1), 4);
}

void Sums::upload(const harness::Session& session) {
  harness::require_device_memory(session.device, {std::max<std::size_t>(n * 4, 4), output_bytes()});
  first = random_elements(task, n, seed_);
  if (task.problem == "sort") { // values: the places, behind the keys
    std::vector<cl_uint> both(first.ints.begin(), first.ints.end());
    const std::vector<std::uint64_t> order = sorted(both);
    want_.resize(n);
    std::transform(order.begin(), order.end(), want_.begin(),
                   [](std::uint64_t word) { return static_cast<cl_uint>(word >> 32); });
    if (task.values) {
      for (const std::uint64_t word : order)
        want_.push_back(static_cast<cl_uint>(word));
      both.resize(2 * n);
      std::iota(both.begin() + static_cast<std::ptrdiff_t>(n), both.end(), 0U);
    }
    input = other = buffer_of(session, both.data(), both.size() * 4);
    return;
  }
  input = other = buffer_of(session, first.data(), n * 4);
  if (task.problem == "reduce") {
    second = task.operation == "dot" ? random_elements(task, n, seed_ + 1) : Elements{};
    if (task.operation == "dot")
      other = buffer_of(session, second.data(), n * 4);
    found_ = reduce(task.operation, first, second);
    return;
  }
  heads.assign(task.form == "segmented" ? n : 0, 0);
  std::mt19937 random(seed_ + 1);
  for (unsigned char& head : heads) // segments of 1 to several thousand: within tiles and over many
    head = random() % (random() % 4 == 0 ? 7 : 5003) == 0;
  other = buffer_of(session, heads.data(), heads.size());
  const std::vector<double> sums = scan(task.form, first, heads);
  want_.resize(n);
  std::transform(sums.begin(), sums.end(), want_.begin(), [&](double sum) {
    return task.floats() ? std::bit_cast<cl_uint>(static_cast<float>(sum))
                         : static_cast<cl_uint>(static_cast<cl_int>(sum));
  });
}

common::Comparison Sums::check(std::span<const std::byte> output) const {
  const auto from_bits = [&](cl_uint bits) {
    return task.floats() ? double{std::bit_cast<float>(bits)}
                         : double{1} * std::bit_cast<cl_int>(bits);
  };
  common::Comparison comparison;
  if (task.problem == "reduce") {
    const bool argmax = task.operation == "argmax";
    const double low = task.floats() ? -infinity : std::numeric_limits<cl_int>::min();
    const double high = task.floats() ? infinity : std::numeric_limits<cl_int>::max();
    if (argmax)
      compare_one(comparison, 0, double{1} * number<cl_ulong>(output, 0), double{1} * found_.index);
    compare_one(comparison, 1, from_bits(number<cl_uint>(output, argmax ? 2 : 0)),
                std::clamp(found_.value, low, high)); // of no elements: the type's own end
  } else if (n == 0) { // the one place there is must stay as it was: poison, the same in all bytes
    compare_one(comparison, 0, number<cl_uint>(output, 0) + 1 > 1, 0);
  }
  if (want_.empty() || // memcmp() takes no null pointer
      std::memcmp(output.data(), want_.data(), want_.size() * 4) == 0) // soon done, for 2^28 too
    comparison.compared += want_.size();
  else
    for (std::size_t i = 0; i < want_.size(); ++i)
      compare_one(comparison, i, from_bits(number<cl_uint>(output, i)), from_bits(want_[i]));
  return comparison;
}

harness::CaseStudy case_study(const Task& task) {
  harness::CaseStudy study;
  study.chapter = "21_reduction_and_scan";
  study.work_unit = "Gelements/s";
  study.quick_sizes = {"100003"};
  study.default_sizes = {"2^22"};
  study.check_sizes = {"0",   "1",    "2",    "31",   "255",  "256",
                       "257", "1000", "1023", "4095", "4097", "100003"};
  study.bench_sizes = {"2^20", "2^24", "2^26"};
  study.tiny_size = "300";
  study.own_options = {"--problem", task.problem, "--operation", task.operation,
                       "--scan",    task.form,    "--type",      task.type};
  if (task.values)
    study.own_options.emplace_back("--values");
  study.make = [task](const std::string& size, unsigned seed) {
    return std::make_unique<Sums>(task, parse_length(size), seed);
  };
  return study;
}

} // namespace sums
