// Buffers in the address space of the host: mapping, arrays of the host as buffers, pinned memory.

#include "common/timing.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <thread>

namespace {

using Align = harness::Table::Align;

std::string milliseconds(double ms) {
  return fmt::format("{:.3f}", ms);
}

} // namespace

Json what_do_the_map_flags_do(const Lab& lab) {
  struct Mode {
    const char* name;
    cl_map_flags flags;
    bool reads, writes; ///< what the host may do through the pointer
  };
  constexpr Mode modes[] = {
      {"READ", CL_MAP_READ, true, false},
      {"WRITE", CL_MAP_WRITE, true, true},
      {"READ + WRITE", CL_MAP_READ | CL_MAP_WRITE, true, true},
      {"WRITE_INVALIDATE_REGION", CL_MAP_WRITE_INVALIDATE_REGION, false, true},
  };
  const std::size_t count = (lab.quick ? 4U : 16U) << 18; // 4 or 16 MiB
  const Numbers old_numbers = lab.numbers(count), new_numbers = lab.numbers(count, 1);
  const std::size_t size = bytes_of(old_numbers);
  const double copy_ms = host_copy_ms(size);
  harness::Table table({{"flags"},
                        {"shows the content"},
                        {"writes arrive"},
                        {"map ms", Align::right},
                        {"unmap ms", Align::right}});
  Json rows = Json::array();
  // [map]
  for (const Mode& mode : modes) {
    const cl::Buffer buffer = lab.buffer_with(old_numbers);
    common::Stopwatch watch;
    void* mapped = lab.queue.enqueueMapBuffer(buffer, CL_TRUE, mode.flags, 0, size);
    const double map_ms = watch.milliseconds();
    const bool shows = std::memcmp(mapped, old_numbers.data(), size) == 0;
    if (mode.writes)
      std::memcpy(mapped, new_numbers.data(), size);
    cl::Event unmapped;
    watch.restart();
    lab.queue.enqueueUnmapMemObject(buffer, mapped, nullptr, &unmapped);
    unmapped.wait(); // the call itself never waits
    const double unmap_ms = watch.milliseconds();
    const bool arrived = lab.content(buffer) == (mode.writes ? new_numbers : old_numbers);
    // [/map]
    verify(shows || !mode.reads, "a region mapped for reading or writing shows its content");
    verify(arrived, "after the unmap the buffer holds what was written, or else its old content");
    table.add({mode.name,
               mode.reads ? "yes"
               : shows    ? "here, not promised"
                          : "no",
               mode.writes ? "yes" : "(must not write)", milliseconds(map_ms),
               milliseconds(unmap_ms)});
    rows.push_back({{"flags", mode.name},
                    {"shows_content", shows},
                    {"promised", mode.reads},
                    {"writes", mode.writes},
                    {"map_ms", map_ms},
                    {"unmap_ms", unmap_ms}});
  }
  fmt::print("{}The times are for {}, which the host copies in {:.3f} ms.\n", table.text(),
             harness::size_text(static_cast<double>(size)), copy_ms);

  // [map-part]
  const cl::Buffer buffer = lab.buffer_with(old_numbers);
  const auto map = [&](cl_map_flags flags, std::size_t first, std::size_t many) {
    return static_cast<cl_uint*>(lab.queue.enqueueMapBuffer(
        buffer, CL_TRUE, flags, first * sizeof(cl_uint), many * sizeof(cl_uint)));
  };
  const auto map_count = [&] { return buffer.getInfo<CL_MEM_MAP_COUNT>(); };
  cl_uint* one = map(CL_MAP_READ, 100, 50);
  cl_uint* two = map(CL_MAP_READ, 120, 50);
  verify(one[0] == old_numbers[100] && two[0] == old_numbers[120],
         "the pointer of a map is at the offset that was asked for");
  const cl_uint during = map_count();
  lab.queue.enqueueUnmapMemObject(buffer, one);
  lab.queue.enqueueUnmapMemObject(buffer, two);
  lab.queue.finish();
  // It may lag behind: the specification calls this count stale as soon as it is returned.
  for (int tries = 0; map_count() > 0 && tries < 1000; ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  const cl_uint after = map_count();
  // [/map-part]
  fmt::print("  numbers 100 to 149 and 120 to 169 mapped to read: CL_MEM_MAP_COUNT {}, then {}\n",
             during, after);

  cl_uint* writing = map(CL_MAP_WRITE, 100, 50);
  const std::string overlap =
      outcome([&] { lab.queue.enqueueUnmapMemObject(buffer, map(CL_MAP_WRITE, 120, 50)); });
  lab.queue.enqueueUnmapMemObject(buffer, writing);
  lab.queue.finish();
  const std::string both = outcome([&] {
    lab.queue.enqueueUnmapMemObject(buffer,
                                    map(CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 50));
  });
  cl_uint nowhere = 0;
  const std::string foreign = outcome([&] { lab.queue.enqueueUnmapMemObject(buffer, &nowhere); });
  lab.queue.finish();
  fmt::print("  map to write where it is mapped to write: {}\n"
             "  map with READ and WRITE_INVALIDATE_REGION: {}\n"
             "  unmap a pointer that is from no map: {}\n",
             overlap, both, foreign);
  return {{"bytes", size},           {"host_copy_ms", copy_ms}, {"rows", rows},
          {"maps", {during, after}}, {"overlap", overlap},      {"read_and_invalidate", both},
          {"foreign", foreign}};
}

// [host-pointer]
Json whose_memory_is_it(const Lab& lab) {
  constexpr std::size_t page = 4096, count = 1000;
  Json rows = Json::array();
  for (const std::size_t shift : {0U, 1U}) {
    Numbers memory(count + shift + page / sizeof(cl_uint));
    void* start = memory.data();
    std::size_t space = bytes_of(memory);
    auto* array = static_cast<cl_uint*>(std::align(page, count * sizeof(cl_uint), start, space));
    array += shift; // a page boundary, or 4 bytes after one
    std::fill(array, array + count, 10U);
    const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                            count * sizeof(cl_uint), array);
    const auto map_and_unmap = [&](cl_map_flags flags, const std::function<void()>& meanwhile) {
      void* mapped = lab.queue.enqueueMapBuffer(buffer, CL_TRUE, flags, 0, count * sizeof(cl_uint));
      verify(mapped == array, "a map of a buffer with CL_MEM_USE_HOST_PTR returns the array");
      meanwhile();
      lab.queue.enqueueUnmapMemObject(buffer, mapped);
      lab.queue.finish();
    };

    lab.add(buffer, 5);                // the kernel is done,
    const cl_uint unmapped = array[0]; // and the host just looks: a mistake
    cl_uint mapped = 0;
    map_and_unmap(CL_MAP_READ, [&] { mapped = array[0]; });
    verify(mapped == 15, "the array shows what the kernel did while the buffer is mapped");

    array[0] = 20; // the host just writes: a mistake, too
    const cl_uint seen_unmapped = lab.look(buffer).first;
    map_and_unmap(CL_MAP_WRITE, [&] { array[0] = 30; });
    const Sight sight = lab.look(buffer);
    verify(sight.first == 30, "what was written into a mapped array is in the buffer");
    // [/host-pointer]
    const bool in_place = sight.address == reinterpret_cast<std::uintptr_t>(array);
    const char* where = shift == 0 ? "at a page boundary" : "4 bytes after one";
    fmt::print("  array {}: the kernel works {}\n"
               "    host looks after the kernel:  without a map {}, mapped {}\n"
               "    kernel looks after the host:  without a map {}, mapped {}\n",
               where, in_place ? "in the array" : "elsewhere", unmapped, mapped, seen_unmapped,
               sight.first);
    rows.push_back({{"array", where},
                    {"in_place", in_place},
                    {"host_sees", unmapped},
                    {"host_sees_mapped", mapped},
                    {"kernel_sees", seen_unmapped},
                    {"kernel_sees_mapped", sight.first}});
  }
  return {{"rows", rows}};
}

// [pinned]
Json what_is_a_pinned_transfer(const Lab& lab) {
  const std::size_t count = (lab.quick ? 4U : 16U) << 18; // 4 or 16 MiB
  Numbers ordinary = lab.numbers(count);
  const std::size_t size = bytes_of(ordinary);
  const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE, size);
  // The staging buffer is never given to a kernel. It is there for its pointer.
  const cl::Buffer staging(lab.context, CL_MEM_ALLOC_HOST_PTR, size);
  auto* pinned = static_cast<cl_uint*>(
      lab.queue.enqueueMapBuffer(staging, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, size));
  // [/pinned]
  Json rows = Json::array();
  for (const bool is_pinned : {false, true}) {
    cl_uint* host = is_pinned ? pinned : ordinary.data();
    const Numbers numbers = lab.numbers(count, is_pinned ? 2 : 1);
    std::copy(numbers.begin(), numbers.end(), host);
    const double write_ms =
        least_ms([&] { lab.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, size, host); });
    std::fill(host, host + count, 0U);
    const double read_ms =
        least_ms([&] { lab.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, size, host); });
    verify(std::equal(numbers.begin(), numbers.end(), host), "both kinds of memory transfer");
    const char* name = is_pinned ? "pinned" : "ordinary";
    const double gigabytes = 1e-9 * static_cast<double>(size);
    fmt::print("  {:<9} write {:8.3f} ms = {:6.2f} GB/s   read {:8.3f} ms = {:6.2f} GB/s\n", name,
               write_ms, 1e3 * gigabytes / write_ms, read_ms, 1e3 * gigabytes / read_ms);
    rows.push_back({{"memory", name},
                    {"write_ms", write_ms},
                    {"read_ms", read_ms},
                    {"write_gbps", 1e3 * gigabytes / write_ms},
                    {"read_gbps", 1e3 * gigabytes / read_ms}});
  }
  lab.queue.enqueueUnmapMemObject(staging, pinned);
  lab.queue.finish();
  return {{"bytes", size}, {"rows", rows}};
}
