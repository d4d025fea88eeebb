// The four address spaces in one kernel: what each work-item sees.

#include "harness/system/report.hpp"
#include "lab.hpp"

#include <fmt/format.h>
#include <set>

namespace {

// The twin of the struct in spaces.cl.
struct Sight {
  cl_int mine, ours, of_all, from_program;
  cl_ulong address_of_mine, address_of_ours, address_of_table;
};

// How many different addresses the work-items have for one variable.
std::size_t addresses(const std::vector<Sight>& sights, cl_ulong Sight::*address) {
  std::set<cl_ulong> different;
  for (const Sight& sight : sights)
    different.insert(sight.*address);
  return different.size();
}

} // namespace

// [spaces]
Json where_does_a_variable_live(const Lab& lab) {
  constexpr cl_int first_number = 100; // as in the kernel
  cl::Kernel kernel = lab.kernel("spaces", "four_spaces");
  const std::size_t n = 32;
  const cl::NDRange local = common::fit_local_size(lab.device, kernel, {8});
  const std::size_t groups = n / local.get()[0];
  const cl::Buffer out = lab.buffer(std::vector<Sight>(n));
  const cl::Buffer table = lab.buffer(std::vector<cl_int>{10, 20, 30});
  common::set_args(kernel, out, table);
  common::launch(lab.queue, kernel, {n}, local);
  const auto sights = lab.read<Sight>(out);
  for (std::size_t i = 0; i < n; ++i) {
    const auto id = static_cast<cl_int>(i), group = static_cast<cl_int>(i / local.get()[0]);
    verify(sights[i].mine == first_number + id, "a private variable belongs to one work-item");
    verify(sights[i].ours == first_number + group, "a local variable belongs to one work-group");
    verify(sights[i].of_all == 20, "a constant buffer is the same for all");
    verify(sights[i].from_program == first_number, "so is a constant of the program");
  }
  // [/spaces]
  const std::size_t mine = addresses(sights, &Sight::address_of_mine),
                    ours = addresses(sights, &Sight::address_of_ours),
                    tables = addresses(sights, &Sight::address_of_table);
  using Align = harness::Table::Align;
  harness::Table view({{"space"},
                       {"declared as"},
                       {"how many", Align::right},
                       {"work-items see", Align::right},
                       {"addresses", Align::right}});
  const auto last = [&](cl_int Sight::*member) {
    return fmt::format("{} ... {}", sights.front().*member, sights.back().*member);
  };
  view.add({"private", "int mine", std::to_string(n), last(&Sight::mine), std::to_string(mine)});
  view.add({"local", "local int ours", std::to_string(groups), last(&Sight::ours),
            std::to_string(ours)});
  view.add({"constant", "constant int* table", "1", last(&Sight::of_all), std::to_string(tables)});
  view.add({"constant", "constant int first_number", "1", last(&Sight::from_program)});
  fmt::print("{}  {} work-items in {} work-groups; global memory holds what they found\n",
             view.text(), n, groups);
  return {{"work_items", n},
          {"groups", groups},
          {"addresses", {{"private", mine}, {"local", ours}, {"constant", tables}}}};
}
