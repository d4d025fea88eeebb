// Where a buffer lives, who may touch it, and what is refused: the flags of clCreateBuffer.

#include "common/timing.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace {

struct Kind {
  const char* name;
  cl_mem_flags flags;
  bool takes_array; ///< creation gets a pointer to an array of the host
};

constexpr Kind kinds[] = {
    {"none of them", 0, false},
    {"ALLOC_HOST_PTR", CL_MEM_ALLOC_HOST_PTR, false},
    {"COPY_HOST_PTR", CL_MEM_COPY_HOST_PTR, true},
    {"ALLOC + COPY", CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR, true},
    {"USE_HOST_PTR", CL_MEM_USE_HOST_PTR, true},
};

// Content and pointers tell whether a buffer is a copy of the array or the array itself.
// [place]
Json examine_place(const Lab& lab, const Kind& kind) {
  Numbers array = lab.numbers(1000);
  const Numbers original = array;
  const std::size_t size = bytes_of(array);
  const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE | kind.flags, size,
                          kind.takes_array ? array.data() : nullptr);
  if (!kind.takes_array) // its content is undefined until something is written
    lab.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, size, array.data());

  array[0] = original[0] + 1; // behind OpenCL's back: does the kernel notice?
  const Sight sight = lab.look(buffer);
  const auto* mapped =
      static_cast<cl_uint*>(lab.queue.enqueueMapBuffer(buffer, CL_TRUE, CL_MAP_READ, 0, size));
  const bool content = std::equal(original.begin() + 1, original.end(), mapped + 1);
  const bool at_array = mapped == array.data();
  const bool at_kernel = reinterpret_cast<std::uintptr_t>(mapped) == sight.address;
  lab.queue.enqueueUnmapMemObject(buffer, const_cast<cl_uint*>(mapped));
  lab.queue.finish();
  // [/place]

  verify(content, "the buffer holds what it was given");
  const bool use = (kind.flags & CL_MEM_USE_HOST_PTR) != 0;
  if (use)
    verify(at_array, "with CL_MEM_USE_HOST_PTR a map returns the address of the array");
  else
    verify(sight.first == original[0], "a buffer with memory of its own does not follow the array");
  verify((buffer.getInfo<CL_MEM_HOST_PTR>() == array.data()) == use,
         "CL_MEM_HOST_PTR is the array with CL_MEM_USE_HOST_PTR, and else null");
  return {{"flags", kind.name},
          {"follows_array", sight.first != original[0]},
          {"mapped_is_array", at_array},
          {"kernel_is_mapped", at_kernel}};
}

// Time tells it too: who copies needs the time of a copy.
// [copy-time]
void time_place(const Lab& lab, const Kind& kind, Numbers& array, double copy_ms, Json& row) {
  const std::size_t size = bytes_of(array);
  cl::Buffer buffer;
  row["create_ms"] = least_ms([&] {
    buffer = cl::Buffer(lab.context, kind.flags, size, kind.takes_array ? array.data() : nullptr);
  });
  lab.queue.enqueueFillBuffer(buffer, cl_uint{1}, 0, size);
  lab.queue.finish(); // from now on the memory is there
  row["map_ms"] = least_ms([&] {
    void* mapped = lab.queue.enqueueMapBuffer(buffer, CL_TRUE, CL_MAP_READ, 0, size);
    lab.queue.enqueueUnmapMemObject(buffer, mapped);
    lab.queue.finish();
  });
  row["create_copies"] = row["create_ms"] > copy_ms / 4;
  row["map_copies"] = row["map_ms"] > copy_ms / 4;
}
// [/copy-time]

} // namespace

Json where_does_a_buffer_live(const Lab& lab) {
  Numbers array((lab.quick ? 8U : 64U) << 18, 7); // 8 or 64 MiB
  const double copy_ms = host_copy_ms(bytes_of(array));
  harness::Table table(
      {{"flags"}, {"follows array"}, {"map = array"}, {"kernel = map"}, {"create"}, {"map"}});
  const auto time_text = [](double ms, bool copies) {
    return fmt::format("{:.3f} ms{}", ms, copies ? ", copies" : "");
  };
  Json rows = Json::array();
  for (const Kind& kind : kinds) {
    Json row = examine_place(lab, kind);
    time_place(lab, kind, array, copy_ms, row);
    table.add({kind.name, yes_or_no(row["follows_array"]), yes_or_no(row["mapped_is_array"]),
               yes_or_no(row["kernel_is_mapped"]),
               time_text(row["create_ms"], row["create_copies"]),
               time_text(row["map_ms"], row["map_copies"])});
    rows.push_back(row);
  }
  fmt::print("{}{}, which the host copies in {:.3f} ms. copies: takes a quarter of that or more\n",
             table.text(), harness::size_text(static_cast<double>(bytes_of(array))), copy_ms);
  return {{"bytes", bytes_of(array)}, {"host_copy_ms", copy_ms}, {"rows", rows}};
}

// [access]
Json who_may_touch_it(const Lab& lab) {
  struct Access {
    const char* name;
    cl_mem_flags flags;
    bool read, write; ///< what the host may do
  };
  constexpr Access accesses[] = {{"(no such flag)", 0, true, true},
                                 {"HOST_READ_ONLY", CL_MEM_HOST_READ_ONLY, true, false},
                                 {"HOST_WRITE_ONLY", CL_MEM_HOST_WRITE_ONLY, false, true},
                                 {"HOST_NO_ACCESS", CL_MEM_HOST_NO_ACCESS, false, false}};
  Numbers array = lab.numbers(64);
  harness::Table table(
      {{"flag"}, {"read"}, {"write"}, {"map to read"}, {"map to write"}, {"fill"}});
  Json rows = Json::array();
  for (const Access& access : accesses) {
    const cl::Buffer buffer(lab.context, access.flags | CL_MEM_COPY_HOST_PTR, bytes_of(array),
                            array.data());
    const auto map = [&](cl_map_flags flags) {
      return outcome([&] {
        void* mapped = lab.queue.enqueueMapBuffer(buffer, CL_TRUE, flags, 0, bytes_of(array));
        lab.queue.enqueueUnmapMemObject(buffer, mapped);
        lab.queue.finish();
      });
    };
    const std::string seen[] = {
        outcome([&] { lab.content(buffer); }), outcome([&] {
          lab.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes_of(array), array.data());
        }),
        map(CL_MAP_READ), map(CL_MAP_WRITE), outcome([&] {
          lab.queue.enqueueFillBuffer(buffer, cl_uint{5}, 0, bytes_of(array));
          lab.queue.finish();
        })};
    // [/access]
    const bool allowed[] = {access.read, access.write, access.read, access.write, true};
    bool kept = true;
    for (std::size_t i = 0; i < std::size(seen); ++i)
      kept = kept && seen[i] == (allowed[i] ? "accepted" : "CL_INVALID_OPERATION");
    const auto shortly = [](const std::string& text) {
      return text == "CL_INVALID_OPERATION" ? "refused" : text;
    };
    table.add({access.name, shortly(seen[0]), shortly(seen[1]), shortly(seen[2]), shortly(seen[3]),
               shortly(seen[4])});
    rows.push_back({{"flag", access.name},
                    {"read", seen[0]},
                    {"write", seen[1]},
                    {"map_read", seen[2]},
                    {"map_write", seen[3]},
                    {"fill", seen[4]},
                    {"kept", kept}});
    if (!kept)
      fmt::print("  {}: this device is laxer than the specification\n", access.name);
  }
  fmt::print("{}refused: CL_INVALID_OPERATION\n", table.text());
  return {{"rows", rows}};
}

// [refused]
Json what_is_refused(const Lab& lab) {
  Numbers array = lab.numbers(64);
  void* const pointer = array.data();
  const cl_ulong largest = lab.device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
  struct Case {
    const char* what;
    cl_mem_flags flags;
    std::size_t size;
    void* pointer;
    const char* promise; ///< empty: the specification leaves it open
  };
  const Case cases[] = {
      {"ALLOC + COPY", CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR, 256, pointer, "accepted"},
      {"USE + COPY", CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 256, pointer, "CL_INVALID_VALUE"},
      {"USE + ALLOC", CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 256, pointer,
       "CL_INVALID_VALUE"},
      {"READ_ONLY + WRITE_ONLY", CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 256, nullptr,
       "CL_INVALID_VALUE"},
      {"HOST_READ_ONLY + HOST_NO_ACCESS", CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 256,
       nullptr, "CL_INVALID_VALUE"},
      {"USE without an array", CL_MEM_USE_HOST_PTR, 256, nullptr, "CL_INVALID_HOST_PTR"},
      {"COPY without an array", CL_MEM_COPY_HOST_PTR, 256, nullptr, "CL_INVALID_HOST_PTR"},
      {"an array without USE or COPY", CL_MEM_READ_WRITE, 256, pointer, "CL_INVALID_HOST_PTR"},
      {"no bytes at all", CL_MEM_READ_WRITE, 0, nullptr, "CL_INVALID_BUFFER_SIZE"},
      {"more than CL_DEVICE_MAX_MEM_ALLOC_SIZE", CL_MEM_READ_WRITE,
       static_cast<std::size_t>(largest) + 1, nullptr, ""},
  };
  Json rows = Json::array();
  for (const Case& each : cases) {
    const std::string seen =
        outcome([&] { cl::Buffer(lab.context, each.flags, each.size, each.pointer); });
    // [/refused]
    const bool kept = *each.promise == '\0' || seen == each.promise;
    fmt::print("  {:<40}{}{}\n", each.what, seen,
               kept ? "" : fmt::format(" (the specification: {})", each.promise));
    rows.push_back(
        {{"what", each.what}, {"seen", seen}, {"promise", each.promise}, {"kept", kept}});
  }
  return {{"rows", rows}};
}
