// When the host waits, when it should, and what happens if nobody does.

#include "common/error.hpp"
#include "common/timing.hpp"
#include "harness/lab/driver_errors.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <fmt/format.h>

namespace {

// Does finish() wait for a queue that has been flushed before? With Mesa's rusticl 22.3 it does not.
bool finish_waits(const Lab& lab) {
  constexpr std::size_t bytes = 32 << 20;
  const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE, bytes);
  for (int i = 0; i < 20; ++i) {
    const cl::CommandQueue queue = lab.new_queue();
    cl::Event event;
    queue.enqueueFillBuffer(buffer, cl_uint{0}, 0, bytes, nullptr, &event);
    queue.flush();
    queue.finish();
    const cl_int status = status_of(event);
    event.wait();
    if (status != CL_COMPLETE) {
      harness::report_driver_error(lab.device, "finish() after flush() does not wait");
      return false;
    }
  }
  return true;
}

} // namespace

Json what_do_flush_and_finish_do(Lab& lab) {
  const cl::Buffer s = lab.number(seed), x = lab.number(old_value);
  const cl::CommandQueue queue = lab.new_queue();
  // [flush-finish]
  const cl::Event event = lab.busy.enqueue(queue, s, s, x, lab.steps(1.0));
  // Nobody has said yet that the command shall go to the device.
  const bool by_itself = poll([&] { return status_of(event) <= CL_RUNNING; }, 0.1);
  common::Stopwatch watch;
  queue.flush(); // it has to start now, some time; this call does not wait for that
  const double flush_ms = watch.milliseconds();
  const cl_int after_flush = status_of(event);
  watch.restart();
  queue.finish(); // flush, and sleep until everything in the queue is complete
  const double finish_ms = watch.milliseconds();
  verify(status_of(event) == CL_COMPLETE || !finish_waits(lab),
         "finish() returns when all commands are complete");
  // [/flush-finish]
  event.wait();
  fmt::print("  within 0.1 s without flush()   {}\n"
             "  flush() took                  {:7.3f} ms; then the state was {}\n"
             "  finish() took                 {:7.3f} ms; then the state was CL_COMPLETE\n",
             by_itself ? "the command started by itself" : "the command did not start", flush_ms,
             harness::status_name(after_flush), finish_ms);
  return {{"started_by_itself", by_itself},
          {"flush_ms", flush_ms},
          {"finish_ms", finish_ms},
          {"after_flush", harness::status_name(after_flush)}};
}

namespace {

// [race]
// A producer writes x, a reader in another queue reads it. Was the number the reader got the old one?
bool reader_is_too_early(Lab& lab, const cl::CommandQueue& producers,
                         const cl::CommandQueue& readers, cl_uint steps, bool wait,
                         Timeline* timeline) {
  const cl::Buffer s = lab.number(seed), x = lab.number(old_value);
  const cl::Event written = lab.busy.enqueue(producers, s, s, x, steps);
  producers.flush(); // before another queue waits for it
  const std::vector<cl::Event> wait_list{written};
  cl_uint got = 0;
  cl::Event read;
  readers.enqueueReadBuffer(x, CL_FALSE, 0, sizeof got, &got, wait ? &wait_list : nullptr, &read);
  read.wait();
  written.wait();
  // [/race]
  if (timeline) {
    timeline->add("producer", "writes x", written);
    timeline->add("reader", "reads x", read);
    timeline->measure();
  }
  verify(got == old_value || got == harness::BusyKernel::expected(seed, seed, steps),
         "a reader sees the old number or the new one");
  return got == old_value;
}

} // namespace

Json what_if_nobody_waits(Lab& lab) {
  const int trials = lab.quick ? 5 : 20;
  Json rows = Json::array();
  Timeline wrong("without a wait list: the read is too early");
  Timeline right("with the producer in its wait list");
  const auto count_stale = [&](const std::string& queues, const cl::CommandQueue& producers,
                               const cl::CommandQueue& readers) {
    for (const bool wait : {false, true})
      for (const bool delay : {false, true}) {
        int stale = 0;
        for (int i = 0; i < trials; ++i) {
          Timeline* drawn = rows.size() < 4 && delay && i == 0 ? (wait ? &right : &wrong) : nullptr;
          stale +=
              reader_is_too_early(lab, producers, readers, delay ? lab.steps(1.0) : 1, wait, drawn);
        }
        verify(!wait || stale == 0, "a read with a wait list is never too early");
        rows.push_back({{"queues", queues},
                        {"wait_list", wait ? "yes" : "no"},
                        {"producer", delay ? "slow" : "fast"},
                        {"stale", stale},
                        {"trials", trials}});
      }
  };
  count_stale("two queues", lab.new_queue(), lab.new_queue());
  try {
    const cl::CommandQueue queue = lab.new_queue(true);
    count_stale("one, out of order", queue, queue);
  } catch (const common::Skip& skip) {
    fmt::print("  skipped: {}\n", skip.what());
  }
  harness::Table table(
      {{"  queues"}, {"wait list"}, {"producer"}, {"too early", harness::Table::Align::right}});
  for (const Json& row : rows)
    table.add({"  " + row.at("queues").get<std::string>(), row.at("wait_list"), row.at("producer"),
               fmt::format("{} of {}", row.at("stale").get<int>(), trials)});
  fmt::print("{}", table.text());
  show(lab, "race", "A read with and without a wait list", {wrong, right});
  return {{"trials", trials}, {"delay_ms", lab.delay_ms}, {"rows", rows}};
}
