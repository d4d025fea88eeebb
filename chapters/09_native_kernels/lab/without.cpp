// The same on devices that run no host functions: a thread of the host, a map and a user event.

#include "common/error.hpp"
#include "harness/lab/driver_errors.hpp"
#include "lab.hpp"

#include <exception>
#include <fmt/format.h>
#include <functional>
#include <numeric>

namespace {

// [host-step]
// Makes `function` a step of an in-order queue, on any device. The buffer is mapped when the commands
// before are complete; those after it wait until `function` has returned. The returned thread joins
// at the end of its life, which has to come before the end of anything that `function` uses. Until then
// the caller must not release anything but events: a command waits for a user event (section 5.11).
std::jthread enqueue_host_step(const Lab& lab, const cl::Buffer& buffer, std::size_t bytes,
                               std::function<void(void*)> function) {
  cl::Event mapped;
  void* pointer = lab.queue.enqueueMapBuffer(buffer, CL_FALSE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes,
                                             nullptr, &mapped);
  const cl::UserEvent host_is_done(lab.context);
  const std::vector<cl::Event> wait_list{host_is_done};
  lab.queue.enqueueUnmapMemObject(buffer, pointer, &wait_list);
  lab.queue.flush(); // nobody else may do it before the thread waits
  return std::jthread([=, gate = host_is_done, work = std::move(function)]() mutable {
    try {
      mapped.wait();
      work(pointer);
      gate.setStatus(CL_COMPLETE);
    } catch (...) { // whatever it was: the commands after the gate must not wait forever
      gate.setStatus(-1);
    }
  });
}
// [/host-step]

// Throws Skip where such a step cannot be: where a command cannot wait for the host, or where the
// driver does not take a pointer back before the map is complete (Mesa's rusticl 22.3).
void need_host_steps(const Lab& lab) {
  need_gates(lab.device);
  const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE, sizeof(cl_uint));
  cl::UserEvent gate(lab.context);
  const std::vector<cl::Event> wait_list{gate};
  void* pointer =
      lab.queue.enqueueMapBuffer(buffer, CL_FALSE, CL_MAP_READ, 0, sizeof(cl_uint), &wait_list);
  const cl_int code = clEnqueueUnmapMemObject(lab.queue(), buffer(), pointer, 0, nullptr, nullptr);
  gate.setStatus(CL_COMPLETE);
  lab.queue.finish();
  if (code == CL_SUCCESS)
    return;
  clEnqueueUnmapMemObject(lab.queue(), buffer(), pointer, 0, nullptr, nullptr);
  lab.queue.finish();
  throw common::Skip(harness::report_driver_error(
      lab.device, fmt::format("clEnqueueUnmapMemObject before the map is complete: {}",
                              common::error_name(code))));
}

} // namespace

Json how_do_i_do_without(Lab& lab) {
  need_host_steps(lab);
  constexpr std::size_t n = 1'000'000; // in short runs too: the kernel has to take its time
  const std::size_t bytes = n * sizeof(cl_uint);
  std::vector<cl_uint> table(256), data(n), results(n);
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = static_cast<cl_uint>(i * i + 11);
  std::iota(data.begin(), data.end(), 3U);
  const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE, bytes);
  lab.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes, data.data());
  std::thread::id who;
  cl::Event read;
  // [plan]
  lab.multiply(buffer, 2, n);
  std::jthread worker = enqueue_host_step(lab, buffer, bytes, [&](void* mapped) {
    auto* numbers = static_cast<cl_uint*>(mapped);
    for (std::size_t i = 0; i < n; ++i)
      numbers[i] = table.at(numbers[i] % table.size());
    who = std::this_thread::get_id();
  });
  const cl::Event tripled = lab.multiply(buffer, 3, n);
  lab.queue.enqueueReadBuffer(buffer, CL_FALSE, 0, bytes, results.data(), nullptr, &read);
  lab.queue.flush();
  worker.join();
  read.wait();
  // [/plan]
  for (std::size_t i = 0; i < n; ++i)
    verify(results[i] == 3 * table[2 * data[i] % table.size()],
           "device, host and device worked in turn");
  verify(who != std::this_thread::get_id(), "main() was free in the meantime");
  fmt::print("  {} numbers: times 2 on the device, looked up by a thread of ours, times 3 on the "
             "device: all right.\n",
             n);
  return {{"elements", n}};
}

namespace {

struct Increment {
  void* number;
};

void CL_CALLBACK increment(void* raw) {
  ++*static_cast<cl_uint*>(static_cast<const Increment*>(raw)->number);
}

} // namespace

Json what_does_a_host_step_cost(Lab& lab) {
  const int count = lab.quick ? 30 : 1000;
  constexpr std::size_t bytes = sizeof(cl_uint);
  const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE, bytes);
  struct Way {
    const char* what;
    std::function<void()> host_step;
    common::Samples samples{};
  };
  std::vector<Way> ways;
  if (lab.native)
    ways.push_back(
        {"a native kernel", [&] {
           Increment job{buffer()};
           const std::vector<cl::Memory> buffers{buffer};
           const std::vector<const void*> places{&job.number};
           lab.queue.enqueueNativeKernel(increment, {&job, sizeof job}, &buffers, &places);
         }});
  ways.push_back({"main() waits for the map, and does it", [&] {
                    void* mapped = lab.queue.enqueueMapBuffer(buffer, CL_TRUE,
                                                              CL_MAP_READ | CL_MAP_WRITE, 0, bytes);
                    ++*static_cast<cl_uint*>(mapped);
                    lab.queue.enqueueUnmapMemObject(buffer, mapped);
                  }});
  std::jthread worker;
  try {
    need_host_steps(lab);
    ways.push_back({"a thread, a mapped buffer and a user event", [&] {
                      worker = enqueue_host_step(lab, buffer, bytes, [](void* mapped) {
                        ++*static_cast<cl_uint*>(mapped);
                      });
                    }});
  } catch (const common::Skip& skip) {
    fmt::print("  the last way is skipped: {}\n", skip.what());
  }

  // A plan of three steps for a single number: times 2, plus 1 on the host, times 3. The ways take
  // turns, so that a busy moment of the machine meets all of them.
  for (int i = -1; i < count; ++i) // once more, to warm up
    for (Way& way : ways) {
      const cl_uint five = 5;
      cl_uint result = 0;
      lab.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes, &five);
      const common::Stopwatch watch;
      lab.multiply(buffer, 2, 1);
      way.host_step();
      lab.multiply(buffer, 3, 1);
      lab.queue.finish();
      if (i >= 0)
        way.samples.values.push_back(1e3 * watch.milliseconds());
      if (worker.joinable())
        worker.join();
      lab.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, bytes, &result);
      verify(result == 33, std::string("the host's step is done in its turn: ") + way.what);
    }
  Json rows = Json::array();
  for (const Way& way : ways) {
    fmt::print("  {:<44} {:9.2f} us\n", way.what, way.samples.median());
    rows.push_back({{"what", way.what}, {"us", way.samples.median()}});
  }
  return {{"samples", count}, {"rows", rows}};
}
