// Chapter 11: the program blurs a picture as the test does, by all its kernels; what the lesson and the
// laboratory say of address spaces, barriers and copies is true here; and a wrong kernel is noticed.

#include "tests/support/chapter.hpp"

#include "common/device.hpp"
#include "common/kernel_io.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <set>

using tests::contains;
using tests::on_pocl;
using tests::Shows;
using tests::TemporaryDirectory;

namespace {

const tests::Lab chapter("11_address_spaces");
const tests::Program program("11_address_spaces");

common::Image random_picture(int width, int height) {
  std::mt19937 engine(7);
  common::Image image{width, height, 4, {}};
  for (int i = 0; i < 4 * width * height; ++i)
    image.pixels.push_back(static_cast<std::uint8_t>(engine()));
  return image;
}

// What the program has to write: the left half as it is, in the right one each pixel the mean of those
// around it, all in one sum.
common::Image half_blurred(const common::Image& image, int radius) {
  common::Image out = image;
  for (int y = 0; y < image.height; ++y)
    for (int x = image.width / 2; x < image.width; ++x)
      for (int c = 0; c < 4; ++c) {
        std::uint64_t sum = 0, weights = 0;
        for (int dy = -radius; dy <= radius; ++dy)
          for (int dx = -radius; dx <= radius; ++dx) {
            const int row = std::clamp(y + dy, 0, image.height - 1),
                      column = std::clamp(x + dx, 0, image.width - 1);
            const auto weight = static_cast<std::uint64_t>((radius + 1 - std::abs(dx)) *
                                                           (radius + 1 - std::abs(dy)));
            sum += weight * image.pixels[4 * (row * image.width + column) + c];
            weights += weight;
          }
        out.pixels[4 * (y * image.width + x) + c] =
            static_cast<std::uint8_t>((sum + weights / 2) / weights);
      }
  return out;
}

} // namespace

TEST_CASE("11: the program blurs any picture, also with work-groups of one work-item") {
  const TemporaryDirectory directory;
  const auto file = directory.path / "in.png";
  struct Case {
    int width, height, radius;
  };
  for (const Case& each : {Case{1, 1, 1}, Case{37, 23, 3}, Case{5, 40, 8}, Case{64, 16, 1}})
    for (const tests::Environment& environment : tests::any_group_size) {
      CAPTURE(each.width);
      CAPTURE(each.radius);
      const common::Image image = random_picture(each.width, each.height);
      common::save_image(file, image);
      const common::Image out = program.picture(
          {"--quick", "--input", file.string(), "--radius", std::to_string(each.radius)},
          {"blur_direct", "blur_tiled", "blur_copied", "blur_direct: C++ ", "blur_tiled: C++ ",
           "verified: all three pictures are the host's"},
          environment);
      const common::Image want = half_blurred(image, each.radius);
      CHECK(out.width == want.width);
      CHECK(out.channels == 4);
      CHECK(out.pixels == want.pixels);
    }
}

TEST_CASE("11: the blurred picture has as many channels as the picture") {
  const TemporaryDirectory directory;
  const auto file = directory.path / "in.png";
  for (const int channels : {1, 3}) {
    common::save_image(file, common::with_channels(random_picture(19, 7), channels));
    const common::Image out =
        program.picture({"--quick", "--input", file.string(), "--radius", "2"});
    const common::Image want = half_blurred(common::load_image(file, 4), 2);
    CHECK(out.channels == channels);
    CHECK(out.pixels == common::with_channels(want, channels).pixels);
  }
}

TEST_CASE("11: the program counts the reads of the picture that it comes with") {
  const auto groups_of_one = program.run({"--quick"}, tests::any_group_size[1]);
  INFO(groups_of_one.output);
  CHECK(groups_of_one.exit_code == 0);
  CHECK(contains(groups_of_one.output, "75759616 reads of global memory, 289.0 per pixel"));
  const auto result = program.run({"--quick"});
  INFO(result.output);
  CHECK(result.exit_code == 0);
  if (on_pocl() && common::pick_device().getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>() >= 256)
    CHECK(contains(result.output, "1048576 reads of global memory,   4.0 per pixel"));
}

TEST_CASE("11: the program notices a wrong kernel" * tests::long_tier) {
  program.notices({
      {"blur.cl", "padded[(y + row)", "padded[(y + column)", "", "blur_direct: its picture"},
      {"blur.cl", "y < height)", "y < height - 1)", "", "blur_tiled: its picture"},
      {"blur.cl", "group_height + 2 * RADIUS;", "group_height;", "", "blur_tiled: its picture"},
      {"blur.cl", "mine[row * tile_width", "mine[row * (tile_width - 1)", "", "blur_tiled"},
      {"blur.cl", "padded + first + row * pitch, //", "padded + first, //", "", "blur_copied: its"},
      {"blur.cl", "sum + TOTAL / 2", "sum", "", "blur_direct: its picture"},
      {"blur.cl", "local const uchar4* tile", "const uchar4* tile", "",
       "address space|does not build|failed"},
  });
}

TEST_CASE("11: bad input to the program ends with one sentence") {
  program.refuses({{{"--radius", "0"}, 2, "--radius"}, {{"--radius", "33"}, 2, "--radius"}});
}

TEST_CASE("11: the smallest example passes numbers to the left within each work-group") {
  const auto in_fours = tests::run_program("11_address_spaces_smallest", {});
  INFO(in_fours.output);
  CHECK(in_fours.exit_code == 0);
  CHECK((contains(in_fours.output, "in groups of 4: 2 3 4 1 6 7 8 5") || !on_pocl()));
  if (on_pocl()) {
    harness::ProcessOptions alone;
    alone.environment = tests::any_group_size[1];
    CHECK(contains(tests::run_program("11_address_spaces_smallest", {}, alone).output,
                   "in groups of 1: 1 2 3 4 5 6 7 8"));
  }
}

TEST_CASE("11: all experiments pass, also with work-groups of one work-item") {
  chapter.says({"Where does a variable live?", "What does a compiler refuse?",
                "How much is there of each?", "How does a work-group get its memory?",
                "Whom does a barrier wait for?", "What does a fence order?",
                "Who copies into local memory?", "When does a tile pay?",
                "When is private memory full?", "When is constant memory fast?", "verified"});
}

TEST_CASE("11: each space has its owners") {
  for (const tests::Environment& environment : tests::any_group_size) {
    const auto spaces = chapter.experiment("spaces", environment);
    const std::size_t items = spaces.at("work_items"), groups = spaces.at("groups");
    CHECK(items % groups == 0);
    CHECK(spaces.at("addresses").at("constant") == 1);
    CHECK(spaces.at("addresses").at("local") <= groups);
    CHECK(spaces.at("addresses").at("private") <= items);
  }
}

TEST_CASE("11: each rule has a wrong kernel that is refused and a right one that is not" *
          tests::long_tier) {
  const auto rules = chapter.full_experiment("rules");
  std::set<std::string> names, files;
  for (const auto& row : rules.at("rows")) {
    const std::string name = row.at("name");
    CAPTURE(name);
    names.insert(name);
    const std::string message = row.at("messages").at("driver"),
                      verdict = row.at("verdicts").at("driver");
    CHECK(verdict == (message.empty() ? "accepted here" : "refused"));
    if (row.at("must_refuse"))
      CHECK(verdict == "refused");
    if (on_pocl() && !message.empty() &&
        name != "bool_in_struct") // the struct's line, or its use's
      CHECK(contains(message, std::to_string(row.at("line_number").get<int>()) + ":"));
    CHECK(row.at("verdicts").contains("clang_1_2") == !harness::find_program("clang").empty());
    if (row.at("verdicts").contains("clang_1_2") && row.at("must_refuse"))
      CHECK(row.at("verdicts").at("clang_1_2") == "refused");
  }
  if (on_pocl())
    CHECK(rules.at("compilers").at("driver") == "Portable Computing Language");
  for (const char* const directory : {"wrong", "right"})
    for (const auto& file : tests::fs::directory_iterator(chapter.kernels / directory))
      files.insert(file.path().stem().string());
  CHECK(names.size() >= 12);
  CHECK(names == files); // no file that nobody tries
}

TEST_CASE("11: a wrong kernel and its twin differ in few lines") {
  for (const auto& file : tests::fs::directory_iterator(chapter.kernels / "wrong")) {
    const std::string wrong = common::read_text(file.path()),
                      right = common::read_text(chapter.kernels / "right" / file.path().filename());
    CAPTURE(file.path().filename().string());
    CHECK(wrong != right);
    CHECK(wrong.substr(0, wrong.find('\n')) == right.substr(0, right.find('\n')));
    CHECK(contains(wrong, "// <-"));
    CHECK(contains(right, "// <-"));
  }
}

TEST_CASE(
    "11: a compiler that takes a wrong kernel, and one that refuses a right one, are noticed") {
  // What must be refused and is not: the wrong kernel is mended.
  auto result = chapter.run_changed("wrong/return_value.cl", "kernel int", "int",
                                    {"--quick", "--only", "rules"});
  INFO(result.output);
  CHECK(result.exit_code == 1);
  CHECK(contains(result.output, "refuses wrong/return_value.cl"));
  result = chapter.run_changed("right/program_scope.cl", "constant int", "global int",
                               {"--quick", "--only", "rules"});
  INFO(result.output);
  CHECK(result.exit_code == 1);
  CHECK(contains(result.output, "compiles right/program_scope.cl"));
}

TEST_CASE("11: what need not be refused is reported as accepted") {
  const auto result = chapter.run({"--quick", "--only", "rules"});
  INFO(result.output);
  if (on_pocl())
    CHECK(contains(result.output, "accepted here"));
  if (harness::find_program("clang").empty())
    CHECK(contains(result.output, "clang: skipped"));
  const TemporaryDirectory empty; // no clang there
  const auto without = chapter.run({"--quick", "--only", "rules"}, {{"PATH", empty.path.string()}});
  INFO(without.output);
  CHECK(without.exit_code == 0);
  CHECK(contains(without.output, "clang: skipped, it is not in PATH"));
}

TEST_CASE("11: the limits are those of the specification at least") {
  const auto limits = chapter.full_experiment("limits");
  CHECK(limits.at("local_bytes") >= 32 * 1024);
  CHECK(limits.at("constant_bytes") >= 64 * 1024);
  CHECK(limits.at("constant_arguments") >= 8);
  CHECK(limits.at("one_argument_more") != "");
}

TEST_CASE("11: local memory, declared and passed, counts") {
  for (const tests::Environment& environment : tests::any_group_size) {
    const auto local = chapter.full_experiment("local", environment);
    REQUIRE(local.at("rows").size() == 4);
    for (const auto& row : local.at("rows"))
      CHECK(row.at("verified") > 0);
    if (on_pocl() && local.at("counted") == true) { // PoCL 5 and 6 do not count
      CHECK(local.at("rows")[0].at("local_bytes") == 256);
      CHECK(local.at("rows")[1].at("local_bytes") == 256);
      CHECK(local.at("rows")[2].at("local_bytes") == 64);
      CHECK(local.at("rows")[3].at("local_bytes") == 64);
    }
    CHECK(local.at("left_over").at("found") <= local.at("left_over").at("elements"));
  }
}

TEST_CASE("11: barriers and fences") {
  const auto barriers = chapter.full_experiment("barriers");
  std::size_t before = 0;
  for (const auto& row : barriers.at("rows")) {
    CHECK(row.at("local_size") > before);
    before = row.at("local_size");
    CHECK(row.at("barriers_ns") > 0.0);
    CHECK(row.at("fences_ns") > 0.0);
  }
  for (const tests::Environment& environment : tests::any_group_size) {
    const auto fences = chapter.full_experiment("fences", environment);
    CHECK(fences.at("of_1_2").at("groups") > 1);
    if (on_pocl() && common::device_version(common::pick_device()) >= 300)
      CHECK(fences.at("of_2_0").at("right") == fences.at("of_2_0").at("launches"));
  }
}

TEST_CASE("11: copies and private arrays and constant tables" * tests::long_tier) {
  const auto copies = chapter.full_experiment("copies");
  std::set<std::string> names;
  for (const auto& row : copies.at("rows")) {
    names.insert(row.at("kernel"));
    CHECK(row.at("median_ms") > 0.0);
  }
  CHECK(names == std::set<std::string>{"window_direct", "window_prefetch", "window_by_hand",
                                       "window_async"});
  const auto transpose = chapter.full_experiment("transpose");
  REQUIRE(transpose.at("kernels").size() == 2);
  for (const auto& row : transpose.at("kernels"))
    CHECK(row.at("median_ms") > 0.0);
  const auto arrays = chapter.experiment("private");
  REQUIRE(arrays.at("rows").size() == 2);
  CHECK(arrays.at("rows")[0].at("index") == "known");
  CHECK(arrays.at("rows")[1].at("index") == "from the host");
  const auto constants = chapter.full_experiment("constant");
  CHECK(constants.at("rows").size() == 9);
}

TEST_CASE("11: a wrong kernel does not pass" * tests::long_tier) {
  chapter.notices({
      {"spaces.cl", "first_number + (int)i", "first_number", "spaces", "a private variable"},
      {"spaces.cl", "(int)get_group_id(0)", "(int)get_group_id(0) + 1", "spaces",
       "a local variable"},
      {"spaces.cl", "table[1]", "table[0]", "spaces", "a constant buffer"},
      {"local.cl", "tile[get_local_size(0) - 1 - l]", "tile[l]", "local", "local int tile"},
      {"barriers.cl", "tile[(l + 1) % size];\n    AFTER_READ", "tile[l];\n    AFTER_READ",
       "barriers", "rotate_group"},
      {"barriers.cl", "scratch[first + (l + 1)", "scratch[first + l", "barriers",
       "rotate_through_global"},
      {"barriers.cl", "squares[(get_global_id(0) + 1)", "squares[(get_global_id(0))", "barriers",
       "two launches"},
      {"copies.cl", "tile, x + first", "tile, x", "copies", "window_async"},
      {"copies.cl", "tile[k] = x[first + k]", "tile[k] = x[first]", "copies", "window_by_hand"},
      {"copies.cl", "tiles[l] -= tiles[size + l]", "tiles[l] -= tiles[l]", "copies", "difference"},
      {"copies.cl", "in + column, rows, columns", "in + column, rows, 1", "copies",
       "transpose_columns"},
      {"transpose.cl", "out[x * height + y]", "out[y * width + x]", "transpose",
       "transpose_direct"},
      {"transpose.cl", "tile[lx * (side + 1) + ly]", "tile[ly * (side + 1) + lx]", "transpose",
       "transpose_tiled"},
      {"private.cl", "* 3 + round", "* 3", "private", "private arrays do not mix"},
      {"constant.cl", "5, 7, 11", "5, 9, 11", "constant", "a table in the program"},
      {"constant.cl", "* spread", "* 2", "constant", "reads its table"},
  });
  if (on_pocl()) // verified with the fences of 2.0 only
    chapter.notices({{"fences.cl", "partial[get_group_id(0)] = sum", "partial[0] = sum", "fences",
                      "a fence with a scope"}});
  const auto scattered = chapter.run_changed("copies.cl", "tile, columns, rows, 0",
                                             "tile, columns, 1, 0", {"--only", "copies"});
  CHECK(scattered.exit_code == 1);
  CHECK(contains(scattered.output, "transpose_rows"));
}

TEST_CASE("11: each mistake shows itself, or is skipped with a reason") {
  chapter.shows(
      {{"missing-barrier", "elements are wrong without the barrier after the write"},
       {"missing-second-barrier", "elements are wrong without the barrier after the read"},
       {"fence-for-barrier", "elements are wrong with mem_fence"},
       {"barrier-across-groups", "results are wrong"},
       {"swapped-copy", "of the input are overwritten"},
       {"no-wait", "were read before they had arrived", Shows::perhaps},
       {"uninitialised-local", "hold what another work-group has left"},
       {"too-much-local", "What happens: "},
       {"too-much-constant", "What happens: ", Shows::perhaps}});
}

TEST_CASE("11: a work-group of one work-item needs no barrier") {
  if (!on_pocl())
    SKIP_TEST("only PoCL's work-groups can be limited");
  for (const char* const demo : {"missing-barrier", "missing-second-barrier", "fence-for-barrier"})
    CHECK(chapter.run({"--demo", demo}, tests::any_group_size[1]).exit_code == 77);
}
