// Who am I? Each work-item writes down its place, and the picture is drawn from that. And: how large
// may an index be?

#include "common/error.hpp"
#include "harness/lab/device.hpp"
#include "lab.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace {

// As in index_space.cl.
struct Item {
  cl_uint global_id[3], group_id[3], local_id[3];
  cl_uint runs;
};
struct Facts {
  cl_uint work_dim;
  cl_uint global_size[3], local_size[3], num_groups[3], offset[3];
};

struct Space {
  cl::NDRange offset, global, local;
  Facts facts{};
  std::vector<Item> items; ///< as the work-items have written them, x first
};

// [run]
Space run(const Lab& lab, const cl::NDRange& offset, const cl::NDRange& global,
          const cl::NDRange& wanted) {
  cl::Kernel kernel = lab.kernel("index_space", "who_am_i");
  const cl::NDRange local = common::fit_local_size(lab.device, kernel, wanted);
  const cl::Buffer items = lab.buffer(std::vector<Item>(harness::range_size(global)));
  const cl::Buffer facts = lab.buffer(std::vector<Facts>(1));
  kernel.setArg(0, items);
  kernel.setArg(1, facts);
  lab.queue.enqueueNDRangeKernel(kernel, offset, global, local);
  return {offset, global, local, lab.read<Facts>(facts)[0], lab.read<Item>(items)};
}
// [/run]

// [rules]
// What the specification promises about every index space.
void check(const Space& space) {
  const Facts& f = space.facts;
  verify(f.work_dim == space.global.dimensions(), "get_work_dim() is the number of dimensions");
  for (std::size_t d = 0; d < 3; ++d) {
    const bool there = d < f.work_dim; // of the others there is one, at 0
    verify(f.global_size[d] == (there ? space.global.get()[d] : 1), "get_global_size() is so");
    verify(f.local_size[d] == (there ? space.local.get()[d] : 1), "get_local_size() is so");
    verify(f.offset[d] == (there && space.offset.dimensions() > d ? space.offset.get()[d] : 0),
           "get_global_offset() is so");
    verify(f.num_groups[d] * f.local_size[d] == f.global_size[d], "the groups fill the space");
  }
  std::size_t position = 0;
  for (const Item& item : space.items) {
    const std::size_t place[] = {position % f.global_size[0],
                                 position / f.global_size[0] % f.global_size[1],
                                 position / f.global_size[0] / f.global_size[1]};
    verify(item.runs == 1, "each work-item runs once");
    for (std::size_t d = 0; d < 3; ++d) {
      verify(item.global_id[d] == f.offset[d] + place[d], "the global ids begin at the offset");
      verify(item.global_id[d] ==
                 item.group_id[d] * f.local_size[d] + item.local_id[d] + f.offset[d],
             "global id = group id * local size + local id + offset");
    }
    ++position;
  }
}
// [/rules]

// One letter for each work-group, as large letters, then small ones.
char letter(const Space& space, const Item& item) {
  const auto& n = space.facts.num_groups;
  const cl_uint group = (item.group_id[2] * n[1] + item.group_id[1]) * n[0] + item.group_id[0];
  return "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[group % 52];
}

// [draw]
// A letter says the group, the digits after it the local id in x and y: "B21". The numbers at the
// edges are global ids.
std::string draw(const Space& space) {
  const Facts& f = space.facts;
  std::string picture;
  for (cl_uint z = 0; z < f.global_size[2]; ++z) {
    if (f.work_dim == 3)
      picture += fmt::format("  z = {}\n",
                             space.items[z * f.global_size[1] * f.global_size[0]].global_id[2]);
    for (cl_uint y = 0; y < f.global_size[1]; ++y) {
      const Item* row = &space.items[(z * f.global_size[1] + y) * f.global_size[0]];
      if (y == 0) {
        picture += "   y\\x";
        for (cl_uint x = 0; x < f.global_size[0]; ++x)
          picture +=
              fmt::format("{}{:>4}", x % f.local_size[0] == 0 ? "  " : "", row[x].global_id[0]);
        picture += "\n";
      } else if (y % f.local_size[1] == 0) {
        picture += "\n";
      }
      picture += fmt::format("  {:>4}", row[0].global_id[1]);
      for (cl_uint x = 0; x < f.global_size[0]; ++x)
        picture += fmt::format("{} {}{}{}", x % f.local_size[0] == 0 ? "  " : "",
                               letter(space, row[x]), row[x].local_id[0], row[x].local_id[1]);
      picture += "\n";
    }
  }
  return picture;
}
// [/draw]

Json json_of(const Space& space) {
  Json items = Json::array();
  for (const Item& item : space.items)
    items.push_back(
        {{"global", item.global_id}, {"group", item.group_id}, {"local", item.local_id}});
  return {{"dimensions", space.facts.work_dim},     {"offset", space.facts.offset},
          {"global_size", space.facts.global_size}, {"local_size", space.facts.local_size},
          {"num_groups", space.facts.num_groups},   {"items", items}};
}

} // namespace

// [who]
Json who_am_i(const Lab& lab) {
  struct Case {
    cl::NDRange offset, global, local;
  };
  Json spaces = Json::array();
  for (const Case& each :
       {Case{cl::NullRange, {16}, {4}}, Case{cl::NullRange, {12, 6}, {4, 3}},
        Case{{100, 7}, {8, 4}, {4, 2}}, Case{cl::NullRange, {4, 4, 2}, {2, 2, 2}}}) {
    const Space space = run(lab, each.offset, each.global, each.local);
    check(space);
    fmt::print("  global size {}, local size {}, offset {}: {} work-groups\n{}\n",
               common::range_text(space.global), common::range_text(space.local),
               common::range_text(space.offset),
               harness::range_size(space.global) / harness::range_size(space.local), draw(space));
    spaces.push_back(json_of(space));
  }
  return {{"spaces", spaces}};
}
// [/who]

// [wide]
Json how_large_may_an_index_be(const Lab& lab) {
  constexpr std::size_t items = 4;
  constexpr cl_ulong base = (cl_ulong{1} << 32) - 2; // two below the end of 32 bits
  const cl_uint bits = lab.device.getInfo<CL_DEVICE_ADDRESS_BITS>();
  cl::Kernel asking = lab.kernel("indices", "size_of_size_t");
  const cl::Buffer answer = lab.buffer(std::vector<cl_uint>(1));
  asking.setArg(0, answer);
  common::launch(lab.queue, asking, {1}, {1});
  const cl_uint bytes = lab.read<cl_uint>(answer)[0];
  fmt::print("  addresses have {} bits; size_t has {} bytes in a kernel\n", bits, bytes);
  verify(bytes * 8 == bits, "size_t is as wide as an address");

  cl::Kernel kernel = lab.kernel("indices", "wide");
  const cl::Buffer ids = lab.buffer(std::vector<cl_ulong>(items));
  const cl::Buffer narrow = lab.buffer(std::vector<cl_uint>(items));
  const cl::Buffer with_base = lab.buffer(std::vector<cl_ulong>(items));
  common::set_args(kernel, ids, narrow, with_base, base);
  // No buffer is that large: four work-items, but their ids begin at the offset.
  std::string offset = "verified";
  if (bits < 64)
    offset = "left out: the device has 32 bits";
  else if (const std::string error = error_of([&] {
             common::launch(lab.queue, kernel, {items}, {1}, {}, {static_cast<std::size_t>(base)});
             lab.queue.finish();
           });
           !error.empty())
    offset = "refused with " + error;
  if (offset != "verified")
    common::launch(lab.queue, kernel, {items}, {1});
  const auto got = lab.read<cl_ulong>(ids), sum = lab.read<cl_ulong>(with_base);
  const auto cut = lab.read<cl_uint>(narrow);
  for (std::size_t i = 0; i < items; ++i) {
    verify(sum[i] == base + i, "a base in 64 bits can be added");
    verify(cut[i] == static_cast<cl_uint>(got[i]), "a uint keeps the lower half");
    if (offset == "verified" && got[i] != base + i)
      offset = "lost: this driver cuts the offset to 32 bits";
  }
  fmt::print("  an offset of {}: {}\n", base, offset);
  fmt::print("  get_global_id(0):            {}\n  the same in a uint:          {}\n"
             "  base + i, base an argument:  {}\n",
             fmt::join(got, " "), fmt::join(cut, " "), fmt::join(sum, " "));
  return {{"address_bits", bits}, {"offset", offset}, {"ids", got}, {"narrow", cut}, {"sum", sum}};
}
// [/wide]
