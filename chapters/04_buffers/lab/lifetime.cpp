// When the memory of a buffer is there, where it is, when it goes, and what a buffer can tell.

#include "common/error.hpp"
#include "common/timing.hpp"
#include "harness/lab/busy_kernel.hpp"
#include "harness/lab/driver_errors.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <fmt/format.h>
#include <functional>
#include <mutex>
#include <thread>

namespace {

// What the destructor callbacks have noted. They may come from a thread of the driver, at a time of
// its choosing: the notes must outlive every buffer.
struct Notes {
  std::mutex mutex;
  std::vector<std::string> calls;
  std::thread::id thread;

  void add(const char* call) {
    const std::lock_guard lock(mutex);
    calls.emplace_back(call);
    thread = std::this_thread::get_id();
  }
  std::vector<std::string> all() {
    const std::lock_guard lock(mutex);
    return calls;
  }
  std::thread::id last_thread() {
    const std::lock_guard lock(mutex);
    return thread;
  }
};

Notes& notes() {
  static Notes instance;
  return instance;
}

// [callback]
void CL_CALLBACK free_the_array(cl_mem, void* array) {
  delete[] static_cast<cl_uint*>(array); // nothing uses it any more
  notes().add("free_the_array");
}

void CL_CALLBACK say_goodbye(cl_mem, void*) { // the memory object itself is no longer valid
  notes().add("say_goodbye");
}
// [/callback]

Json row(const std::string& name, const std::string& of_whole, const std::string& of_part) {
  fmt::print("  {:<30} {:<34} {}\n", name, of_whole, of_part);
  return {{"query", name}, {"whole", of_whole}, {"part", of_part}};
}

std::string flags_text(cl_mem_flags flags) {
  constexpr std::pair<cl_mem_flags, const char*> names[] = {
      {CL_MEM_READ_WRITE, "READ_WRITE"},         {CL_MEM_WRITE_ONLY, "WRITE_ONLY"},
      {CL_MEM_READ_ONLY, "READ_ONLY"},           {CL_MEM_USE_HOST_PTR, "USE_HOST_PTR"},
      {CL_MEM_ALLOC_HOST_PTR, "ALLOC_HOST_PTR"}, {CL_MEM_COPY_HOST_PTR, "COPY_HOST_PTR"},
      {CL_MEM_HOST_READ_ONLY, "HOST_READ_ONLY"}};
  std::string text;
  for (const auto& each : names)
    if ((flags & each.first) != 0)
      text += (text.empty() ? "" : " + ") + std::string(each.second);
  return text.empty() ? "0" : text;
}

} // namespace

// [migrate]
Json where_is_it_now(const Lab& lab) {
  const Numbers numbers = lab.numbers(1000);
  const cl::Buffer a = lab.buffer_with(numbers), b = lab.buffer_with(numbers);
  lab.queue.enqueueMigrateMemObjects({a, b}, CL_MIGRATE_MEM_OBJECT_HOST); // to the host,
  verify(lab.content(a) == numbers, "what is migrated to the host keeps its content");
  lab.queue.enqueueMigrateMemObjects({a, b}, 0); // and to the device of the queue
  verify(lab.content(b) == numbers, "what is migrated to the device keeps its content");
  // [/migrate]

  // Creation need not take the memory; the first use may have to.
  // [first-use]
  const std::size_t size = (lab.quick ? 40U : 64U) << 20;
  Json rows = Json::array();
  for (const bool migrated : {false, true}) {
    common::Stopwatch watch;
    const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE, size);
    const double create_ms = watch.milliseconds();
    double migrate_ms = 0.0;
    if (migrated) {
      watch.restart();
      lab.queue.enqueueMigrateMemObjects({buffer}, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED);
      lab.queue.finish();
      migrate_ms = watch.milliseconds();
    }
    double fill_ms[2];
    for (double& ms : fill_ms) {
      watch.restart();
      lab.queue.enqueueFillBuffer(buffer, cl_uint{3}, 0, size);
      lab.queue.finish();
      ms = watch.milliseconds();
    }
    // [/first-use]
    fmt::print("  {}, {:<18} create {:.3f} ms, migrate {:.3f} ms, first fill {:.2f} ms, second "
               "{:.2f} ms\n",
               harness::size_text(static_cast<double>(size)),
               migrated ? "migrated first:" : "not migrated:", create_ms, migrate_ms, fill_ms[0],
               fill_ms[1]);
    rows.push_back({{"migrated", yes_or_no(migrated)},
                    {"create_ms", create_ms},
                    {"migrate_ms", migrate_ms},
                    {"first_fill_ms", fill_ms[0]},
                    {"second_fill_ms", fill_ms[1]}});
  }
  return {{"bytes", size}, {"rows", rows}};
}

namespace {

// A kernel does not keep the buffers that were its arguments (section 5.9.2). Does it?
void give_other_arguments(const Lab& lab, harness::BusyKernel& busy,
                          const std::function<bool()>& both_called) {
  const cl::Buffer other(lab.context, CL_MEM_READ_WRITE, sizeof(cl_uint));
  busy.enqueue(lab.queue, other, other, other, 1);
  lab.queue.finish();
  if (harness::poll(both_called, 2.0))
    harness::report_driver_error(lab.device,
                                 "a kernel keeps a released buffer until it gets other arguments");
}

} // namespace

Json when_does_it_die(const Lab& lab) {
  // [references]
  const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE, sizeof(cl_uint));
  const auto count = [&] { return buffer.getInfo<CL_MEM_REFERENCE_COUNT>(); };
  const cl_uint one = count();
  {
    const cl::Buffer copy = buffer; // clRetainMemObject: the handle is copied, not the memory
    verify(count() == one + 1, "a copy of a cl::Buffer is one more reference");
  } // clReleaseMemObject

  clRetainMemObject(buffer()); // the same by hand
  verify(count() == one + 1, "clRetainMemObject counts up");
  clReleaseMemObject(buffer());
  verify(count() == one, "clReleaseMemObject counts down");
  // [/references]
  fmt::print("  references: {} at first, {} with a copy of the handle, {} after it\n", one, one + 1,
             count());

  // [death]
  harness::BusyKernel busy(lab);
  auto* array = new cl_uint[1]{1};
  cl::Event last_use;
  {
    cl::Buffer mortal(lab.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, sizeof(cl_uint), array);
    mortal.setDestructorCallback(free_the_array, array);
    mortal.setDestructorCallback(say_goodbye); // the later one is called first
    last_use = busy.enqueue(lab.queue, mortal, mortal, mortal, busy.steps(lab.quick ? 5.0 : 20.0));
    lab.queue.flush();
  } // the last handle goes, while the kernel may still run
  const std::size_t at_once = notes().all().size();
  const auto both_called = [] { return notes().all().size() == 2; };
  if (!harness::poll(both_called, 2.0) && harness::status_of(last_use) == CL_COMPLETE)
    give_other_arguments(lab, busy, both_called);
  verify(harness::poll(both_called, 10.0), "both callbacks are called");
  verify(harness::status_of(last_use) == CL_COMPLETE,
         "they wait for the commands that use the buffer");
  verify(notes().all() == std::vector<std::string>{"say_goodbye", "free_the_array"},
         "destructor callbacks are called in the reverse order");
  // [/death]
  const bool same_thread = notes().last_thread() == std::this_thread::get_id();
  fmt::print(
      "  last handle gone while a kernel runs: {} of 2 callbacks called; when it is complete, "
      "both,\n  the later one first, from {}\n",
      at_once, same_thread ? "the thread that released it" : "a thread of the driver");
  return {{"called_at_release", at_once}, {"order", notes().all()}, {"same_thread", same_thread}};
}

Json what_can_be_asked(const Lab& lab) {
  // [query]
  const std::size_t align = lab.device.getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / 8;
  std::vector<unsigned char> array(4 * align);
  cl::Buffer whole(lab.context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, array.size(), array.data());
  const cl_buffer_region region{align, align};
  const cl::Buffer part =
      whole.createSubBuffer(CL_MEM_HOST_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &region);
  void* mapped = lab.queue.enqueueMapBuffer(whole, CL_TRUE, CL_MAP_READ, 0, align);

  Json rows = Json::array();
  const auto ask = [&](const char* name, const auto& answer) {
    rows.push_back(row(name, answer(whole), answer(part)));
  };
  row("", "the whole", "a part of it");
  ask("CL_MEM_TYPE", [](const cl::Buffer& buffer) {
    return buffer.getInfo<CL_MEM_TYPE>() == CL_MEM_OBJECT_BUFFER ? "CL_MEM_OBJECT_BUFFER" : "other";
  });
  ask("CL_MEM_FLAGS",
      [](const cl::Buffer& buffer) { return flags_text(buffer.getInfo<CL_MEM_FLAGS>()); });
  ask("CL_MEM_SIZE",
      [](const cl::Buffer& buffer) { return fmt::format("{}", buffer.getInfo<CL_MEM_SIZE>()); });
  // [/query]
  ask("CL_MEM_HOST_PTR", [&](const cl::Buffer& buffer) {
    const auto* pointer = static_cast<unsigned char*>(buffer.getInfo<CL_MEM_HOST_PTR>());
    return pointer == nullptr ? std::string("null")
                              : fmt::format("the array + {}", pointer - array.data());
  });
  ask("CL_MEM_MAP_COUNT", [](const cl::Buffer& buffer) {
    return fmt::format("{}", buffer.getInfo<CL_MEM_MAP_COUNT>());
  });
  ask("CL_MEM_REFERENCE_COUNT", [](const cl::Buffer& buffer) {
    return fmt::format("{}", buffer.getInfo<CL_MEM_REFERENCE_COUNT>());
  });
  ask("CL_MEM_CONTEXT", [&](const cl::Buffer& buffer) {
    return buffer.getInfo<CL_MEM_CONTEXT>()() == lab.context() ? "the context" : "another one";
  });
  ask("CL_MEM_ASSOCIATED_MEMOBJECT", [&](const cl::Buffer& buffer) {
    const cl_mem owner = buffer.getInfo<CL_MEM_ASSOCIATED_MEMOBJECT>()();
    return owner == nullptr ? "null" : owner == whole() ? "the whole" : "another one";
  });
  ask("CL_MEM_OFFSET",
      [](const cl::Buffer& buffer) { return fmt::format("{}", buffer.getInfo<CL_MEM_OFFSET>()); });
  if (common::device_version(lab.device) >= 200)
    ask("CL_MEM_USES_SVM_POINTER", [](const cl::Buffer& buffer) {
      return yes_or_no(buffer.getInfo<CL_MEM_USES_SVM_POINTER>() != 0);
    });
  lab.queue.enqueueUnmapMemObject(whole, mapped);
  lab.queue.finish();
  verify(whole.getInfo<CL_MEM_SIZE>() == 4 * align && part.getInfo<CL_MEM_SIZE>() == align,
         "CL_MEM_SIZE is the size that was asked for");
  verify(whole.getInfo<CL_MEM_HOST_PTR>() == array.data() &&
             part.getInfo<CL_MEM_HOST_PTR>() == array.data() + align,
         "CL_MEM_HOST_PTR of a part is that of the whole plus its origin");
  verify(part.getInfo<CL_MEM_FLAGS>() ==
             (CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR | CL_MEM_HOST_READ_ONLY),
         "a part takes over the flags that it does not name");

  if (common::device_version(lab.device) < 300) {
    fmt::print("  clCreateBufferWithProperties: skipped, it needs OpenCL 3.0\n");
    return {{"rows", rows}, {"properties", {{"skipped", "OpenCL before 3.0"}}}};
  }
  // [properties]
  const cl_mem_properties none[] = {0}; // a list of names and values, and 0 at its end
  const cl_mem_properties unknown[] = {0x7777, 1, 0};
  cl_int error = CL_SUCCESS;
  const cl::Buffer buffer(
      clCreateBufferWithProperties(lab.context(), none, CL_MEM_READ_WRITE, 64, nullptr, &error));
  verify(error == CL_SUCCESS && buffer.getInfo<CL_MEM_SIZE>() == 64,
         "clCreateBufferWithProperties makes a buffer");
  const auto listed = buffer.getInfo<CL_MEM_PROPERTIES>();
  const cl::Buffer refused(
      clCreateBufferWithProperties(lab.context(), unknown, CL_MEM_READ_WRITE, 64, nullptr, &error));
  // [/properties]
  fmt::print(
      "  clCreateBufferWithProperties: CL_MEM_PROPERTIES has {} entries, an unknown property "
      "is {}\n",
      listed.size(), error == CL_SUCCESS ? "accepted" : common::error_name(error));
  return {{"rows", rows},
          {"properties",
           {{"entries", listed.size()},
            {"unknown", error == CL_SUCCESS ? "accepted" : common::error_name(error)}}}};
}
