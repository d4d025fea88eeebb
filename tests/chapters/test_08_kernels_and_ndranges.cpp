// Chapter 8: the game of life is played and painted by the rules, what lesson and laboratory say of arguments and index spaces
// is true here, and wrong kernels are noticed.

#include "tests/support/chapter.hpp"

#include "common/device.hpp"
#include "common/kernel_io.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

using tests::contains;
using tests::on_pocl;

namespace {

const tests::Program program("08_kernels_and_ndranges");
const tests::Lab chapter("08_kernels_and_ndranges");

using Place = std::pair<int, int>; // column, row
using Living = std::set<Place>;

// The living cells of all generations, by lists of cells: who has a living neighbour, and how many?
std::vector<Living> history_of(int width, int height, int bar, const std::set<int>& born,
                               const std::set<int>& stays) {
  bar = std::min({bar, width, height});
  Living now;
  for (int i = 0; i < bar; ++i) {
    now.insert({(width - bar) / 2 + i, height / 2});
    now.insert({width / 2, (height - bar) / 2 + i});
  }
  std::vector<Living> history{now};
  while (history.size() < 81) {
    std::map<Place, int> neighbours;
    for (const auto& [x, y] : now)
      for (int around = 0; around < 9; ++around)
        if (around != 4)
          ++neighbours[{(x + around % 3 - 1 + width) % width,
                        (y + around / 3 - 1 + height) % height}];
    Living next;
    for (const auto& [place, count] : neighbours)
      if ((now.count(place) == 1 ? stays : born).count(count) == 1)
        next.insert(place);
    if (stays.count(0) == 1)
      for (const Place& place : now)
        if (neighbours.count(place) == 0)
          next.insert(place);
    history.push_back(now = next);
  }
  return history;
}

// What six pictures of generations 0, 16, ..., 80 show: three in a row, five pixels per cell.
common::Image picture_of(const std::vector<Living>& history, int width, int height) {
  common::Image picture{15 * width, 10 * height, 3, {}};
  for (int row = 0; row < picture.height; ++row)
    for (int column = 0; column < picture.width; ++column) {
      const int frame = row / (5 * height) * 3 + column / (5 * width);
      const Place place{column % (5 * width) / 5, row % (5 * height) / 5};
      int fade = 16; // 16 for alive now, 15 for a generation ago, ..., 0 for long ago or never
      while (fade > 0 &&
             (16 * frame < 16 - fade || history[16 * frame - (16 - fade)].count(place) == 0))
        --fade;
      const int paper = frame % 2 == 0 ? 255 : 243;
      const std::array<int, 3> ink{15, 23, 42}, orange{234, 88, 12};
      for (std::size_t channel = 0; channel < 3; ++channel)
        picture.pixels.push_back(static_cast<std::uint8_t>(
            fade == 16 ? ink[channel] : paper - (paper - orange[channel]) * fade / 16));
    }
  return picture;
}

using Triple = std::array<std::size_t, 3>;

} // namespace

TEST_CASE("08: the picture shows the game of life, at any size, by any rule, with work-groups of "
          "one work-item") {
  struct Case {
    int width, height, bar;
    std::string rule;
    std::set<int> born, stays;
  };
  for (const Case& each :
       {Case{71, 63, 31, "B3/S23", {3}, {2, 3}}, Case{1, 1, 31, "B8/S8", {8}, {8}},
        Case{33, 17, 9, "B36/S023", {3, 6}, {0, 2, 3}}, Case{8, 40, 5, "B1/S", {1}, {}}})
    for (const tests::Environment& environment : tests::any_group_size) {
      CAPTURE(each.rule);
      const auto history = history_of(each.width, each.height, each.bar, each.born, each.stays);
      const common::Image picture = program.picture(
          {"--quick", "--width", std::to_string(each.width), "--height",
           std::to_string(each.height), "--bar", std::to_string(each.bar), "--rule", each.rule},
          {"verified 81 generations, " + std::to_string(history.back().size()) + " cells",
           "evolve: C++ "},
          environment);
      const common::Image expected = picture_of(history, each.width, each.height);
      CHECK(picture.width == expected.width);
      CHECK(picture.height == expected.height);
      CHECK(picture.pixels == expected.pixels);
    }
}

TEST_CASE("08: a wrong game of life does not pass" * tests::long_tier) {
  program.notices({
      {"life.cl", "get_global_id(1) * width + get_global_id(0)]",
       "get_global_id(0) * width + get_global_id(1)]", "", "generation 0 is wrong"},
      {"life.cl", "now[below + right]", "now[below + x]", "", "generation 1 is wrong"},
      {"life.cl", "x == 0 ? width - 1 : x - 1", "x == 0 ? 0 : x - 1", "", "large field is wrong"},
      {"life.cl", "generation * cells + i]", "i]", "", "generation 1 is wrong"},
      {"life.cl", "frame * every", "frame", "", "pixel "},
      {"life.cl", "y / scale * width", "y / scale * height", "", "pixel "},
      {"life.cl", "uint generation)", "size_t generation)", "", "size_t"}, // the compiler's words
  });
  // In 80 generations nothing crosses the edge of the usual field. In one as high as the bar is long, it begins there.
  const tests::TemporaryDirectory directory;
  std::string source = common::read_text(chapter.kernels / "life.cl");
  const std::string joined = "(y + 1 == height ? 0 : y + 1)", cut = "(y + 1 == height ? y : y + 1)";
  REQUIRE(contains(source, joined));
  directory.write("08_kernels_and_ndranges/life.cl",
                  source.replace(source.find(joined), joined.size(), cut));
  const auto result =
      program.run({"--quick", "--height", "31"}, {{"OCL_KERNEL_PATH", directory.path.string()}});
  INFO(result.output);
  CHECK(result.exit_code == 1);
  CHECK(contains(result.output, "generation "));
  CHECK(contains(result.output, "is wrong"));
}

TEST_CASE("08: bad input of the program ends with a sentence, and leaves nothing behind") {
  program.refuses({{{"--rule", "3/23"}, 2, "--rule 3/23: write it like B3/S23."},
                   {{"--width", "0"}, 2, "--width"},
                   {{"--height", "many"}, 2, "--height"},
                   {{"--bar", "0"}, 2, "--bar"}});
}

TEST_CASE("08: the smallest example draws its work-groups") {
  for (const tests::Environment& environment : tests::any_group_size) {
    harness::ProcessOptions options;
    options.environment = environment;
    const auto result = tests::run_program("08_kernels_and_ndranges_smallest", {}, options);
    INFO(result.output);
    CHECK(result.exit_code == 0);
    const bool groups =
        contains(result.output, "AAAABBBBCC\nAAAABBBBCC\nDDDDEEEEFF\nDDDDEEEEFF\nGGGGHHHHII\n");
    const bool one_each = contains(result.output, "ABCDEFGHIJ\nMNOPQRSTUV\n"); // 12 groups in a row
    CHECK((groups || one_each));
    if (environment.empty() && on_pocl())
      CHECK(groups);
  }
}

TEST_CASE("08: all experiments pass, also with work-groups of one work-item") {
  chapter.says({"Who am I?", "What can be an argument?", "Is a struct the same on both sides?",
                "When is an argument taken?", "What does a kernel know about itself?",
                "How large may a work-group be?", "Which local size?",
                "What if the sizes do not divide?", "How large may an index be?",
                "What if one work-item is enough?", "May two threads use one kernel?", "verified"});
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

TEST_CASE("08: a wrong kernel does not pass" * tests::long_tier) {
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
       {"no-guard", "2 numbers past the end of the picture have changed (with the guard: none)"},
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
