// Host functions in an out-of-order queue: parts of one job, and different jobs, at the same time.

#include "common/error.hpp"
#include "lab.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace {

constexpr int rounds = 8; // so that a part takes long enough to be seen

float reduced(float x) {
  for (int i = 0; i < rounds; ++i)
    x = std::sqrt(x);
  return x;
}

// [part]
struct Part {
  void* numbers;
  std::size_t begin, end; // the part of this function
  Timing* timing;         // where it notes who ran it, and when
};

void CL_CALLBACK reduce_part(void* raw) {
  const auto* part = static_cast<const Part*>(raw);
  const ScopedTiming timing_of_this(*part->timing);
  auto* numbers = static_cast<float*>(part->numbers);
  for (std::size_t i = part->begin; i < part->end; ++i)
    numbers[i] = reduced(numbers[i]);
}
// [/part]

std::vector<float> some_numbers(std::size_t n) {
  std::vector<float> numbers(n);
  for (std::size_t i = 0; i < n; ++i)
    numbers[i] = 2.0F + static_cast<float>(i % 1009);
  return numbers;
}

} // namespace

Json may_parts_run_at_the_same_time(Lab& lab) {
  lab.need_native_kernels();
  const std::size_t n = lab.quick ? 200'000 : 2'000'000;
  const std::vector<float> numbers = some_numbers(n);
  const auto run = [&](const char* title, const cl::CommandQueue& queue) {
    std::vector<float> results(n);
    const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE, n * sizeof(float));
    queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, n * sizeof(float), numbers.data());
    constexpr std::size_t parts = 4;
    std::vector<Timing> timings{{"part 1", {}}, {"part 2", {}}, {"part 3", {}}, {"part 4", {}}};
    // [split]
    const std::vector<cl::Memory> buffers{buffer};
    Part part{buffer(), 0, 0, nullptr};
    const std::vector<const void*> places{&part.numbers};
    for (std::size_t i = 0; i < parts; ++i) {
      part.begin = n * i / parts; // the record is copied: one is enough for all commands
      part.end = n * (i + 1) / parts;
      part.timing = &timings[i];
      queue.enqueueNativeKernel(reduce_part, {&part, sizeof part}, &buffers, &places);
    }
    queue.finish();
    // [/split]
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, n * sizeof(float), results.data());
    for (std::size_t i = 0; i < n; ++i)
      verify(results[i] == reduced(numbers[i]), "each part has done its numbers");
    fmt::print("  {}\n", title);
    Json json = show_timings(timings);
    json["title"] = title;
    return std::pair{json, timings};
  };
  Json timelines = Json::array();
  const auto in_order = run("in-order queue", lab.queue);
  for (std::size_t i = 1; i < in_order.second.size(); ++i)
    verify(in_order.second[i].started >= in_order.second[i - 1].ended,
           "an in-order queue runs one function after the other");
  timelines.push_back(in_order.first);
  try {
    timelines.push_back(run("out-of-order queue", lab.out_of_order_queue()).first);
  } catch (const common::Skip& skip) {
    fmt::print("  skipped: {}\n", skip.what());
  }
  for (const Json& timeline : timelines)
    fmt::print("  {:<20} {} threads, {:.2f} functions at a time\n",
               timeline.at("title").get<std::string>(), timeline.at("threads").get<int>(),
               timeline.at("at_a_time").get<double>());
  return {{"elements", n}, {"timelines", timelines}};
}

namespace {

// What three functions find out about the same numbers, and a fourth one compares. Each writes
// members of its own, so they need no lock.
struct Findings {
  double sum = 0.0;
  float smallest = 0.0F, largest = 0.0F;
  std::array<std::size_t, 16> bins{};
  bool agreed = false;
  std::vector<Timing> timings{{"sum", {}}, {"extremes", {}}, {"bins", {}}, {"compare", {}}};
};

struct Study {
  void* numbers;
  std::size_t count;
  Findings* findings;
};

// [functions]
void CL_CALLBACK sum_up(void* raw) {
  const auto* study = static_cast<const Study*>(raw);
  const ScopedTiming timing_of_this(study->findings->timings[0]);
  const auto* numbers = static_cast<const float*>(study->numbers);
  double sum = 0.0;
  for (std::size_t i = 0; i < study->count; ++i)
    sum += numbers[i];
  study->findings->sum = sum;
}

void CL_CALLBACK find_extremes(void* raw) {
  const auto* study = static_cast<const Study*>(raw);
  const ScopedTiming timing_of_this(study->findings->timings[1]);
  const auto* numbers = static_cast<const float*>(study->numbers);
  const auto found = std::minmax_element(numbers, numbers + study->count);
  study->findings->smallest = *found.first;
  study->findings->largest = *found.second;
}
// [/functions]

void CL_CALLBACK fill_bins(void* raw) {
  const auto* study = static_cast<const Study*>(raw);
  const ScopedTiming timing_of_this(study->findings->timings[2]);
  const auto* numbers = static_cast<const float*>(study->numbers);
  auto& bins = study->findings->bins;
  for (std::size_t i = 0; i < study->count; ++i)
    ++bins[static_cast<std::size_t>(numbers[i]) % bins.size()];
}

// Needs all three: the mean lies between the extremes, and no number has been left out.
void CL_CALLBACK compare(void* raw) {
  const auto* study = static_cast<const Study*>(raw);
  Findings& found = *study->findings;
  const ScopedTiming timing_of_this(found.timings[3]);
  std::size_t binned = 0;
  for (const std::size_t bin : found.bins)
    binned += bin;
  const double mean = found.sum / static_cast<double>(study->count);
  found.agreed = binned == study->count && found.smallest < mean && mean < found.largest;
}

} // namespace

Json may_different_functions_run_together(Lab& lab) {
  lab.need_native_kernels();
  const cl::CommandQueue queue = lab.out_of_order_queue();
  const std::size_t n = lab.quick ? 2'000'000 : 8'000'000;
  std::vector<float> numbers = some_numbers(n);
  const cl::Buffer buffer(lab.context, cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR},
                          n * sizeof(float), numbers.data());
  Findings findings;
  // [together]
  Study study{buffer(), n, &findings};
  const std::vector<cl::Memory> buffers{buffer};
  const std::vector<const void*> places{&study.numbers};
  std::vector<cl::Event> first_three;
  for (const auto function : {sum_up, find_extremes, fill_bins})
    queue.enqueueNativeKernel(function, {&study, sizeof study}, &buffers, &places, nullptr,
                              &first_three.emplace_back());
  queue.enqueueNativeKernel(compare, {&study, sizeof study}, &buffers, &places, &first_three);
  queue.finish();
  // [/together]
  const Json json = show_timings(findings.timings);
  const auto extremes = std::minmax_element(numbers.begin(), numbers.end());
  double sum = 0.0;
  for (const float number : numbers)
    sum += number;
  verify(findings.agreed, "the fourth function saw what the three had found");
  verify(findings.smallest == *extremes.first && findings.largest == *extremes.second &&
             findings.sum == sum,
         "the functions found out the truth");
  for (std::size_t i = 0; i < 3; ++i)
    verify(findings.timings[3].started >= findings.timings[i].ended,
           "a function starts when its wait list is complete");
  fmt::print("  mean {:.2f}, from {:g} to {:g}: the fourth function has compared them.\n",
             findings.sum / static_cast<double>(n), findings.smallest, findings.largest);
  return json;
}
