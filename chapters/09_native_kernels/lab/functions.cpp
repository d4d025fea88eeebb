// One host function in a queue: what it gets, who calls it, and what the queue does with it.

#include "common/error.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <fmt/format.h>
#include <numeric>

namespace {

// What a function has seen when it ran.
struct Observation {
  const void* record = nullptr;
  const void* input = nullptr;
  const void* output = nullptr;
  std::size_t count = 0;
  std::thread::id thread;
};

// [function]
struct Record {
  void* input;  // enqueued as a buffer's handle; when the function runs, it points to the numbers
  void* output; // the same
  std::size_t count;        // anything else arrives as it was,
  Observation* observation; // pointers to the host's own memory too
};

void CL_CALLBACK add_seven(void* raw) {
  const auto* record = static_cast<const Record*>(raw);
  const auto* input = static_cast<const cl_uint*>(record->input);
  auto* output = static_cast<cl_uint*>(record->output);
  for (std::size_t i = 0; i < record->count; ++i)
    output[i] = input[i] + 7;
  *record->observation = {raw, input, output, record->count, std::this_thread::get_id()};
}
// [/function]

} // namespace

Json what_does_the_function_get(Lab& lab) {
  lab.need_native_kernels();
  need_gates(lab.device);
  constexpr std::size_t count = 1000;
  constexpr std::size_t bytes = count * sizeof(cl_uint);
  std::vector<cl_uint> numbers(count), results(count);
  std::iota(numbers.begin(), numbers.end(), 5U);
  const cl::Buffer input(lab.context, cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR}, bytes,
                         numbers.data());
  const cl::Buffer output(lab.context, CL_MEM_READ_WRITE, bytes);
  Observation seen;
  cl::UserEvent gate(lab.context);
  // [enqueue]
  Record record{input(), output(), count, &seen};
  const std::vector<cl::Memory> buffers{input, output};
  const std::vector<const void*> places{&record.input, &record.output}; // where each one belongs
  const std::vector<cl::Event> wait_list{gate};
  lab.queue.enqueueNativeKernel(add_seven, {&record, sizeof record}, &buffers, &places, &wait_list);
  record.count = 0; // too late to matter, and proof of it
  gate.setStatus(CL_COMPLETE);
  lab.queue.enqueueReadBuffer(output, CL_TRUE, 0, bytes, results.data());
  // [/enqueue]
  for (std::size_t i = 0; i < count; ++i)
    verify(results[i] == numbers[i] + 7, "the function has worked on the buffers");
  verify(seen.record != &record && seen.count == count, "the function gets a copy of the record");
  verify(seen.input != input() && seen.output != output(),
         "the handles have been replaced by pointers");
  const bool same = seen.input == numbers.data();
  const bool own = seen.thread == std::this_thread::get_id();
  fmt::print("  the record    a copy: {} numbers, although the host has set it to {} since\n"
             "  input         {}\n"
             "  output        memory of the driver's\n"
             "  called by     {}\n",
             seen.count, record.count,
             same ? "the host's own array (CL_MEM_USE_HOST_PTR)" : "a copy of the host's array",
             own ? "main()'s thread" : "a thread of the driver's");
  return {{"count_seen", seen.count}, {"input_is_host_array", same}, {"own_thread", own}};
}

namespace {

// [look-up]
struct LookUp {
  void* numbers;
  std::size_t count;
  const std::vector<cl_uint>* table; // an object of the host: no kernel could follow this pointer
};

void CL_CALLBACK look_up(void* raw) {
  const auto* job = static_cast<const LookUp*>(raw);
  auto* numbers = static_cast<cl_uint*>(job->numbers);
  for (std::size_t i = 0; i < job->count; ++i)
    numbers[i] = job->table->at(numbers[i] % job->table->size());
}
// [/look-up]

} // namespace

Json is_it_a_command_like_any_other(Lab& lab) {
  lab.need_native_kernels();
  const std::size_t n = lab.quick ? 10'000 : 1'000'000;
  const std::size_t bytes = n * sizeof(cl_uint);
  std::vector<cl_uint> table(256), data(n), results(n);
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = static_cast<cl_uint>(i * i + 11);
  std::iota(data.begin(), data.end(), 3U);
  const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE, bytes);
  lab.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes, data.data());
  // [plan]
  LookUp job{buffer(), n, &table};
  const std::vector<cl::Memory> buffers{buffer};
  const std::vector<const void*> places{&job.numbers};
  cl::Event looked_up, read;
  const cl::Event doubled = lab.multiply(buffer, 2, n);
  lab.queue.enqueueNativeKernel(look_up, {&job, sizeof job}, &buffers, &places, nullptr,
                                &looked_up);
  const cl::Event tripled = lab.multiply(buffer, 3, n);
  lab.queue.enqueueReadBuffer(buffer, CL_FALSE, 0, bytes, results.data(), nullptr, &read);
  read.wait(); // the only wait
  // [/plan]
  for (std::size_t i = 0; i < n; ++i)
    verify(results[i] == 3 * table[2 * data[i] % table.size()],
           "device, host and device worked in turn");
  verify(looked_up.getInfo<CL_EVENT_COMMAND_TYPE>() == CL_COMMAND_NATIVE_KERNEL,
         "the event knows what it is the event of");

  struct Step {
    const char* name;
    cl::Event event;
  };
  const std::vector<Step> steps{{"kernel: times 2", doubled},
                                {"host: look up", looked_up},
                                {"kernel: times 3", tripled},
                                {"read", read}};
  const cl_ulong origin = common::event_times(doubled).queued;
  cl_ulong previous_end = 0;
  Json rows = Json::array();
  harness::Table table_of_times({{"  command"},
                                 {"queued", harness::Table::Align::right},
                                 {"started", harness::Table::Align::right},
                                 {"ended", harness::Table::Align::right}});
  for (const Step& step : steps) {
    const common::EventTimes times = common::event_times(step.event);
    verify(times.started >= previous_end, "an in-order queue runs one command after the other");
    previous_end = times.ended;
    const auto us = [&](cl_ulong time) { return 1e-3 * static_cast<double>(time - origin); };
    table_of_times.add({fmt::format("  {}", step.name), fmt::format("{:.1f}", us(times.queued)),
                        fmt::format("{:.1f}", us(times.started)),
                        fmt::format("{:.1f}", us(times.ended))});
    rows.push_back({{"command", step.name},
                    {"queued_us", us(times.queued)},
                    {"started_us", us(times.started)},
                    {"ended_us", us(times.ended)}});
  }
  fmt::print("{}  {} numbers, in microseconds: all right.\n", table_of_times.text(), n);
  return {{"elements", n}, {"rows", rows}};
}
