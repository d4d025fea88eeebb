// Chapter 8: what the lesson says of arguments and index spaces is true here, and a wrong kernel is
// noticed.

#include "tests/support/chapter.hpp"

#include "common/device.hpp"

#include <doctest/doctest.h>

#include <array>
#include <map>
#include <set>

using tests::contains;
using tests::on_pocl;

namespace {

const tests::Lab chapter("08_kernels_and_ndranges");

using Triple = std::array<std::size_t, 3>;

} // namespace

TEST_CASE("08: all experiments pass, also with work-groups of one work-item") {
  chapter.passes({"Who am I?", "What can be an argument?", "Is a struct the same on both sides?",
                  "When is an argument taken?", "What does a kernel know about itself?",
                  "How large may a work-group be?", "Which local size?",
                  "What if the sizes do not divide?", "How large may an index be?",
                  "What if one work-item is enough?", "May two threads use one kernel?",
                  "verified"});
}

TEST_CASE("08: the index space is what the work-items wrote") {
  for (const tests::Environment& environment : tests::any_group_size) {
    const auto spaces = chapter.experiment("space", environment).at("spaces");
    std::set<std::size_t> dimensions;
    bool with_offset = false;
    for (const auto& space : spaces) {
      const Triple global_size = space.at("global_size"), local_size = space.at("local_size"),
                   offset = space.at("offset"), groups = space.at("num_groups");
      dimensions.insert(space.at("dimensions").get<std::size_t>());
      with_offset = with_offset || offset != Triple{0, 0, 0};
      std::set<Triple> ids;
      for (const auto& item : space.at("items")) {
        const Triple id = item.at("global"), group = item.at("group"), local = item.at("local");
        ids.insert(id);
        for (std::size_t d = 0; d < 3; ++d) {
          CHECK(id[d] == group[d] * local_size[d] + local[d] + offset[d]);
          CHECK(local[d] < local_size[d]);
          CHECK(group[d] < groups[d]);
        }
      }
      CHECK(ids.size() == global_size[0] * global_size[1] * global_size[2]);
    }
    CHECK(dimensions == std::set<std::size_t>{1, 2, 3});
    CHECK(with_offset);
  }
}

TEST_CASE("08: the picture shows groups, local ids and the offset") {
  const auto result = chapter.run({"--quick", "--only", "space"});
  INFO(result.output);
  CHECK(contains(result.output, "offset 100x7"));
  CHECK(contains(result.output, " 100 101 102 103"));
  if (on_pocl() && common::pick_device().getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>() >= 16)
    CHECK(contains(result.output, "     1   A01 A11 A21 A31   B01 B11 B21 B31   C01 C11 C21 C31"));
}

TEST_CASE("08: arguments of every sort arrive, and wrong ones are refused") {
  const auto arguments = chapter.experiment("arguments");
  CHECK(arguments.at("runs").size() == 3);
  for (const auto& each : arguments.at("runs"))
    CHECK(each.at("verified") == 1000);
  CHECK(arguments.at("refused").at("argument 9 of 0 to 8") == "CL_INVALID_ARG_INDEX");
  CHECK(arguments.at("refused").at("8 bytes for a uint") == "CL_INVALID_ARG_SIZE");

  const auto layout = chapter.experiment("layout");
  CHECK(layout.at("device") == layout.at("cl_types"));
  CHECK(layout.at("device") != layout.at("plain"));

  const auto taken = chapter.experiment("taken");
  CHECK(taken.at("gated") == true);
  CHECK(taken.at("sums") == std::vector<int>{1, 1, 5});
}

TEST_CASE("08: a kernel knows its arguments where the program was built for it") {
  const auto ask = chapter.experiment("ask");
  const std::set<std::string> kernels = ask.at("kernels");
  CHECK(kernels == std::set<std::string>{"every_sort", "layout", "masses", "put"});
  const auto& arguments = ask.at("arguments");
  REQUIRE(arguments.size() == 9);
  const char* const names[] = {"out",      "in",     "weights", "steps", "tile",
                               "particle", "colour", "gain",    "n"};
  for (std::size_t i = 0; i < 9; ++i)
    CHECK(arguments[i].at("name") == names[i]);
  CHECK(arguments[0].at("address") == "global");
  CHECK(arguments[3].at("address") == "constant");
  CHECK(arguments[4].at("address") == "local");
  CHECK(arguments[8].at("address") == "private");
  CHECK(arguments[8].at("type") == "uint");
  if (on_pocl())
    CHECK(ask.at("without_option") == "CL_KERNEL_ARG_INFO_NOT_AVAILABLE");
}

TEST_CASE("08: limits of work-groups") {
  const auto limits = chapter.experiment("limits");
  std::map<std::string, nlohmann::json> rows;
  for (const auto& row : limits.at("rows"))
    rows[row.at("kernel")] = row;
  for (const auto& row : rows)
    CHECK(row.second.at("work_group_size") <= limits.at("device_limit"));
  const bool arrays_count = limits.at("local_array_counts"); // not with PoCL 5 and 6
  CHECK((!arrays_count || rows.at("hungry").at("local_bytes") >= 4096));
  if (on_pocl() && arrays_count) {
    CHECK(limits.at("local_argument_counts") == true);
    CHECK(rows.at("every_sort, tile of 2048").at("local_bytes") == 2048);
  }
  const Triple none = rows.at("squares").at("required"),
               required = rows.at("required").at("required");
  CHECK(none == Triple{0, 0, 0});
  CHECK(required[0] >= 1);
  CHECK(limits.at("other_size") == "CL_INVALID_WORK_GROUP_SIZE");
  const auto& sub_groups = limits.at("sub_groups");
  CHECK((sub_groups.contains("size") || sub_groups.at("skipped") != ""));
}

TEST_CASE("08: the driver's choice divides the global size") {
  const auto sizes = chapter.experiment("local-size");
  CHECK(sizes.at("chosen").size() == 4);
  for (const auto& row : sizes.at("chosen"))
    if (on_pocl())
      CHECK(row.at("global").get<std::size_t>() % row.at("local").get<std::size_t>() == 0);
  REQUIRE(sizes.at("rows").size() >= 2);
  CHECK(sizes.at("rows")[0].at("local") == "none given");
  for (const auto& row : sizes.at("rows"))
    CHECK(row.at("median_ms").get<double>() > 0.0);
}

TEST_CASE("08: sizes that do not divide") {
  const auto uneven = chapter.experiment("uneven");
  const std::size_t n = uneven.at("elements"), local = uneven.at("local");
  CHECK(uneven.at("guard").at("working") == n);
  CHECK(uneven.at("guard").at("global") == (n + local - 1) / local * local);
  CHECK(uneven.at("guard").at("idle") == (n + local - 1) / local * local - n);
  if (uneven.at("uneven").at("status") == "skipped") {
    CHECK(uneven.at("uneven").at("reason") != "");
    if (n % local != 0)
      CHECK(uneven.at("uneven").at("error") == "CL_INVALID_WORK_GROUP_SIZE");
  } else {
    CHECK(uneven.at("uneven").at("last_group") == (n % local == 0 ? local : n % local));
  }
}

TEST_CASE("08: ids of more than 32 bits, a single work-item, two threads") {
  const auto wide = chapter.experiment("wide");
  const std::uint64_t base = (std::uint64_t{1} << 32) - 2;
  CHECK(wide.at("sum") == std::vector<std::uint64_t>{base, base + 1, base + 2, base + 3});
  if (on_pocl()) {
    CHECK(wide.at("offset") == "verified");
    CHECK(wide.at("ids") == wide.at("sum"));
    CHECK(wide.at("narrow") == std::vector<std::uint64_t>{base, base + 1, 0, 1});
  }
  CHECK(chapter.experiment("single").at("sums") == std::vector<int>{42, 42});
  const auto threads = chapter.experiment("threads");
  const int launches = threads.at("launches");
  CHECK(launches >= 50);
  CHECK(threads.at("separate") == std::vector<int>{launches, launches});
  CHECK(threads.at("locked") == std::vector<int>{launches, launches});
  if (on_pocl())
    CHECK(threads.at("clone").at("sums") == std::vector<int>{10, 10, 0});
}

TEST_CASE("08: a wrong kernel does not pass") {
  chapter.notices({
      {"index_space.cl", "group_id[d] = get_group_id(d)", "group_id[d] = get_local_id(d)", "space",
       "global id = group id * local size + local id + offset"},
      {"index_space.cl", "runs += 1", "runs += 2", "space", "each work-item runs once"},
      {"index_space.cl", "global_id[d] = get_global_id(d)",
       "global_id[d] = get_global_id(d) - get_global_offset(d)", "space",
       "the global ids begin at the offset"},
      {"arguments.cl", "weights ? weights[i] : 1.0f", "1.0f", "arguments", "weights: a buffer"},
      {"arguments.cl", "get_local_size(0) - 1 - l", "l", "arguments", "every_sort"},
      {"arguments.cl", "float mass;", "float unused, mass;", "layout", "the host's struct"},
      {"arguments.cl", "out[place] += value", "out[0] += value", "taken",
       "a launch keeps the arguments"},
      {"sizes.cl", "i < n ? 1 : 100", "i + 1 < n ? 1 : 100", "uneven", "each element has"},
      {"sizes.cl", "y[i] = x[i] * x[i]", "y[i] = x[i] * x[n - 1]", "local-size", "squares"},
      {"sizes.cl", "i = 0; i < n", "i = 1; i < n", "single", "squares"},
      {"indices.cl", "base + i", "(uint)(base + i)", "wide", "a base in 64 bits"},
      {"arguments.cl", "out[place] += value", "out[place] += 2 * value", "threads",
       "a clone has the arguments|do not disturb"},
  });
}

TEST_CASE("08: each mistake shows itself, or is skipped with a reason") {
  chapter.shows(
      {{"struct-layout", "The masses are 1, 2, 3, 4; the kernel reads"},
       {"same-size", "The kernel gets 1109917696 in place of 42"},
       {"forgotten-argument", "CL_INVALID_KERNEL_ARGS"},
       {"large-group", "common::launch says: local size"},
       {"no-guard", "2 numbers behind the end of the picture have changed; with the guard 0"},
       {"int-overflow", "The last pixel has the index 2499999999"},
       {"size-t-argument", "the compiler refuses"},
       {"shared-kernel", "the sums are 0 and 40"}});
}

TEST_CASE("08: the message for a work-group that is too large is that of run_main") {
  const auto result = chapter.run({"--demo", "large-group"});
  INFO(result.output);
  CHECK(contains(result.output, "clEnqueueNDRangeKernel failed with CL_INVALID_WORK_"));
  CHECK(contains(result.output, "What it means: "));
  CHECK(contains(result.output, "Limits: "));
}
