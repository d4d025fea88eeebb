// Which work-item am I, as a single number? The formulas of OpenCL C 1.2, and the functions of 2.0.

#include "common/error.hpp"
#include "harness/lab/device.hpp"
#include "lab.hpp"

#include <fmt/format.h>

namespace {

// [option]
// The compiler takes -cl-std=CL3.0 or CL2.0 for a kernel that needs more than OpenCL C 1.2.
std::string newer_language(const cl::Device& device) {
  const int version = common::device_version(device);
  if (version < 200)
    throw common::Skip("get_global_linear_id and ctz need OpenCL C 2.0 or 3.0.");
  return version >= 300 ? "-cl-std=CL3.0" : "-cl-std=CL2.0";
}
// [/option]

struct Answers {
  std::vector<cl_uint> global_ids, local_ids, groups, last;
};

Answers ask(const Lab& lab, cl::Kernel kernel, const cl::NDRange& local) {
  const cl::NDRange global(6, 4, 2), offset(10, 20, 30);
  const std::vector<cl_uint> none(harness::range_size(global), 77);
  const cl::Buffer ids = lab.buffer(none), locals = lab.buffer(none), groups = lab.buffer(none),
                   last = lab.buffer(none);
  common::set_args(kernel, ids, locals, groups, last);
  common::launch(lab.queue, kernel, global, local, {}, offset);
  return {lab.read<cl_uint>(ids), lab.read<cl_uint>(locals), lab.read<cl_uint>(groups),
          lab.read<cl_uint>(last)};
}

} // namespace

// [ids]
Json which_work_item_am_i(const Lab& lab) {
  const cl::Kernel by_hand = lab.kernel("ids", "linear");
  const cl::NDRange local = common::fit_local_size(lab.device, by_hand, {3, 2, 2});
  const Answers hand = ask(lab, by_hand, local);
  const std::size_t group_size = harness::range_size(local), n = hand.global_ids.size();
  std::vector<std::size_t> members(n / group_size);
  for (std::size_t i = 0; i < n; ++i) {
    verify(hand.global_ids[i] == i, "the global linear ids have no gaps, whatever the offset");
    verify(hand.local_ids[i] < group_size, "a local linear id is less than the size of the group");
    ++members.at(hand.groups[i]);
  }
  for (const std::size_t count : members)
    verify(count == group_size, "each group has all of its work-items");
  fmt::print("  {} work-items in {} groups of {}, offset 10x20x30: global linear ids 0 to {}\n", n,
             members.size(), common::range_text(local), n - 1);
  fmt::print("  get_global_id() returns {} bytes, get_work_dim() {}\n", hand.last[0], hand.last[2]);
  verify(hand.last[0] == lab.device.getInfo<CL_DEVICE_ADDRESS_BITS>() / 8,
         "ids have as many bits as an address");
  verify(hand.last[1] == 3 && hand.last[2] == 4, "get_work_dim() is a uint");
  Json json{{"work_items", n}, {"groups", members.size()}, {"id_bytes", hand.last[0]}};
  // [/ids]
  try {
    const Answers built_in =
        ask(lab, lab.kernel("ids", "built_in", newer_language(lab.device)), local);
    verify(built_in.global_ids == hand.global_ids && built_in.local_ids == hand.local_ids,
           "the built-in functions of 2.0 say the same");
    for (std::size_t i = 0; i < n; ++i) {
      verify(built_in.groups[i] == local.get()[0],
             "get_enqueued_local_size() is what was asked for");
      cl_uint zeros = 0;
      while (i != 0 && (i >> zeros & 1) == 0)
        ++zeros;
      verify(built_in.last[i] == (i == 0 ? 32 : zeros), "ctz counts the zeros at the end");
    }
    fmt::print("  get_global_linear_id() and its kin of OpenCL C 2.0 say the same\n");
    json["built_in"] = "verified";
  } catch (const common::BuildError&) { // a compiler of 3.0 that does not know all of 2.0
    fmt::print("  the built-in ones: left out, the compiler does not know them\n");
    json["built_in"] = "the compiler does not know them";
  } catch (const common::Skip& skip) {
    fmt::print("  the built-in ones: left out, {}\n", skip.what());
    json["built_in"] = skip.what();
  }
  return json;
}
