// Chapter 4: the puzzle has its pieces where they belong, what the laboratory says of buffers is true here, and wrong
// bytes are noticed.

#include "tests/support/chapter.hpp"

#include "common/device.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>

namespace fs = std::filesystem;

using tests::contains;
using tests::on_pocl;
using tests::Shows;
using tests::TemporaryDirectory;

namespace {

const tests::Program program("04_buffers");
const tests::Lab chapter("04_buffers");

using Pixel = std::array<int, 4>;

Pixel pixel_of(const common::Image& image, int x, int y) {
  const auto* first = &image.pixels[(static_cast<std::size_t>(y) * image.width + x) * 4];
  return {first[0], first[1], first[2], first[3]};
}

// What the kernel should make of a pixel.
Pixel grey_of(const Pixel& p) {
  const int luma = (54 * p[0] + 183 * p[1] + 19 * p[2]) / 256;
  return {luma, luma, luma, p[3]};
}

// Looks at a puzzle without knowing how it was shuffled: which tile of the picture is in which place?
void check_puzzle(const common::Image& picture, const common::Image& puzzle, int tiles) {
  REQUIRE(puzzle.width == picture.width);
  REQUIRE(puzzle.height == picture.height);
  const int width = picture.width, height = picture.height;
  tiles = std::min({tiles, width, height});
  const int place_width = width / tiles, place_height = height / tiles;
  const int gap = std::min({place_width, place_height, 32}) / 8;
  const int w = place_width - gap, h = place_height - gap;
  const auto align = common::pick_device().getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / 8;
  const int first_grey = static_cast<int>(picture.pixels.size() / 2 / align * align / 4);
  const Pixel dark{15, 23, 42, 255}, orange{234, 88, 12, 255};
  const auto in_frame = [&](int x, int y) {
    return std::min({x, y, width - 1 - x, height - 1 - y}) < 6;
  };
  // How a pixel has to look at this position, whose colour would be `colour`.
  const auto looks = [&](int x, int y, const Pixel& colour) {
    const Pixel shown = y * width + x >= first_grey ? grey_of(colour) : colour;
    return pixel_of(puzzle, x, y) == (in_frame(x, y) ? orange : shown);
  };
  const auto has = [&](int place, int tile, bool turned) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        if (!looks(place % tiles * place_width + x, place / tiles * place_height + y,
                   pixel_of(picture, tile % tiles * place_width + (turned ? w - 1 - x : x),
                            tile / tiles * place_height + (turned ? h - 1 - y : y))))
          return false;
    return true;
  };
  std::set<int> found;
  int turned = 0;
  for (int place = 0; place + 1 < tiles * tiles; ++place) {
    int tile = -1;
    for (int candidate = 0; candidate < tiles * tiles && tile < 0; ++candidate)
      for (const bool upside_down : {false, true})
        if (tile < 0 && found.count(candidate) == 0 && has(place, candidate, upside_down)) {
          tile = candidate;
          turned += upside_down;
        }
    CAPTURE(place);
    CHECK(tile >= 0);
    found.insert(tile);
  }
  CHECK(found.size() == static_cast<std::size_t>(tiles * tiles - 1)); // each of them once
  CHECK(turned == (tiles > 1 ? 1 : 0));
  int wrong = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) { // what is no tile is background
      const bool in_tile = x / place_width < tiles && x % place_width < w &&
                           y / place_height < tiles && y % place_height < h &&
                           (x / place_width != tiles - 1 || y / place_height != tiles - 1);
      wrong += !in_tile && !looks(x, y, dark);
    }
  CHECK(wrong == 0);
}

// An image in which no two tiles are alike.
fs::path write_noise(const TemporaryDirectory& directory, int width, int height) {
  common::Image image{width, height, 3, {}};
  std::mt19937 random(7);
  for (int i = 0; i < 3 * width * height; ++i)
    image.pixels.push_back(static_cast<std::uint8_t>(random() % 256));
  const fs::path file = directory.path / "noise.png";
  common::save_image(file, image);
  return file;
}

// The rows of an experiment by the value of a field.
std::map<std::string, nlohmann::json> rows_by(const nlohmann::json& rows, const std::string& key) {
  std::map<std::string, nlohmann::json> result;
  for (const auto& row : rows)
    CHECK(result.emplace(row.at(key).get<std::string>(), row).second); // none twice
  return result;
}

} // namespace

TEST_CASE(
    "04: the puzzle has every tile once, one of them upside down, and its lower half is grey") {
  const common::Image scene = common::load_image(common::find_data("images/scene_512.png"), 4);
  for (const tests::Environment& environment : tests::any_group_size)
    check_puzzle(scene,
                 program.picture({"--quick"},
                                 {"15 tiles of 124 x 124 pixels", "verified", "grey: C++ "},
                                 environment),
                 4);
  const common::Image other = program.picture({"--seed", "7", "--tiles", "3"});
  check_puzzle(scene, other, 3);
}

TEST_CASE("04: puzzles of pictures of any size") {
  struct Size {
    int width, height;
    const char* tiles;
  };
  for (const Size& size : {Size{1, 1, "4"}, Size{2, 1, "4"}, Size{37, 23, "3"}, Size{65, 131, "5"},
                           Size{31, 300, "1"}}) {
    CAPTURE(size.width);
    const TemporaryDirectory directory;
    const fs::path file = write_noise(directory, size.width, size.height);
    check_puzzle(common::load_image(file, 4),
                 program.picture({"--input", file.string(), "--tiles", size.tiles}, {"verified"}),
                 std::stoi(size.tiles));
  }
}

TEST_CASE("04: the puzzle's check notices wrong kernels") {
  program.notices(
      {{"grey.cl", "54 *", "55 *", "", "is wrong"},
       {"grey.cl", "if (i >= n)", "if (i >= n / 2)", "", "is wrong"},
       {"grey.cl", "pixels[4 * i + 2] = luma", "pixels[4 * i + 3] = luma", "", "is wrong"}});
}

TEST_CASE("04: bad input ends with one sentence") {
  program.refuses({{{"--tiles", "0"}, 2, "--tiles"}, {{"--tiles", "65"}, 2, "--tiles"}});
}

TEST_CASE("04: the smallest example") {
  const auto result = tests::run_program("04_buffers_smallest", {});
  INFO(result.output);
  CHECK(result.exit_code == 0);
  CHECK(contains(result.output, "7 7 1 2 3 7 1 2 3 7"));
}

TEST_CASE("04: all experiments pass, also with work-groups of one work-item") {
  chapter.says({"(transfer)", "(copy)", "(flags)", "(access)", "(refused)", "(map)",
                "(host-pointer)", "(pinned)", "(rectangle)", "(sub-buffer)", "(migrate)", "(death)",
                "(query)", "(bandwidth)", "verified: every claim above was checked"});
}

TEST_CASE("04: only a buffer on the host's array follows it") {
  const auto flags = chapter.experiment("flags");
  const auto rows = rows_by(flags.at("rows"), "flags");
  REQUIRE(rows.size() == 5);
  for (const auto& entry : rows) {
    const auto& row = entry.second;
    CAPTURE(row.dump());
    const bool uses = entry.first == "USE_HOST_PTR";
    if (uses)
      CHECK(row.at("mapped_is_array") == true);
    else
      CHECK(row.at("follows_array") == false);
    if (on_pocl()) { // host and device have one memory: no copy anywhere but at creation
      CHECK(row.at("follows_array") == uses);
      CHECK(row.at("mapped_is_array") == uses);
      CHECK(row.at("kernel_is_mapped") == true);
    }
    CHECK(row.at("create_ms").get<double>() > 0.0);
    CHECK(row.at("map_ms").get<double>() > 0.0);
  }
  if (on_pocl()) // the copy shows in the time, too
    CHECK(rows.at("COPY_HOST_PTR").at("create_ms").get<double>() >
          rows.at("USE_HOST_PTR").at("create_ms").get<double>());
}

TEST_CASE("04: access flags and refused combinations are as the specification says") {
  const auto access = rows_by(chapter.experiment("access").at("rows"), "flag");
  REQUIRE(access.size() == 4);
  const auto refused = rows_by(chapter.experiment("refused").at("rows"), "what");
  CHECK(refused.size() >= 10);
  CHECK(refused.at("ALLOC + COPY").at("seen") == "accepted");
  CHECK(refused.at("no bytes at all").at("seen") == "CL_INVALID_BUFFER_SIZE");
  for (const auto& row : refused) // `kept` says what it should say
    CHECK(row.second.at("kept") ==
          (row.second.at("promise") == "" || row.second.at("promise") == row.second.at("seen")));
  if (!on_pocl())
    return;
  for (const auto& rows : {access, refused})
    for (const auto& row : rows)
      CHECK_MESSAGE(row.second.at("kept") == true, row.second.dump());
  CHECK(access.at("HOST_READ_ONLY").at("read") == "accepted");
  CHECK(access.at("HOST_READ_ONLY").at("map_write") == "CL_INVALID_OPERATION");
  CHECK(access.at("HOST_WRITE_ONLY").at("map_read") == "CL_INVALID_OPERATION");
  CHECK(access.at("HOST_NO_ACCESS").at("write") == "CL_INVALID_OPERATION");
  CHECK(access.at("HOST_NO_ACCESS").at("fill") == "accepted");
}

TEST_CASE("04: maps show the content where they promise it") {
  const auto map = chapter.experiment("map");
  const auto rows = rows_by(map.at("rows"), "flags");
  REQUIRE(rows.size() == 4);
  for (const auto& row : rows)
    if (row.second.at("promised") == true)
      CHECK(row.second.at("shows_content") == true);
  CHECK(rows.at("WRITE_INVALIDATE_REGION").at("promised") == false);
  CHECK(rows.at("READ").at("writes") == false);
  if (on_pocl()) {
    CHECK(map.at("maps") == nlohmann::json{2, 0});
    CHECK(map.at("foreign") == "CL_INVALID_VALUE");
  }
  const nlohmann::json arrays = chapter.experiment("host-pointer").at("rows");
  REQUIRE(arrays.size() == 2);
  for (const auto& row : arrays) {
    CHECK(row.at("host_sees_mapped") == 15);
    CHECK(row.at("kernel_sees_mapped") == 30);
    if (on_pocl())
      CHECK(row.at("in_place") == true);
  }
}

TEST_CASE("04: times of transfers are positive, and come with verified bytes") {
  const nlohmann::json pinned = chapter.experiment("pinned").at("rows");
  REQUIRE(pinned.size() == 2);
  for (const auto& row : pinned) {
    CHECK(row.at("write_gbps").get<double>() > 0.0);
    CHECK(row.at("read_gbps").get<double>() > 0.0);
  }
  const nlohmann::json migrate = chapter.experiment("migrate").at("rows");
  REQUIRE(migrate.size() == 2);
  CHECK(migrate[0].at("migrate_ms") == 0.0);
  CHECK(migrate[1].at("migrate_ms").get<double>() > 0.0);
}

TEST_CASE("04: the rectangles are drawn, and the rest of the picture is untouched") {
  const TemporaryDirectory directory;
  const auto file = directory.path / "rectangles.png";
  const auto result = chapter.run({"--only", "rectangle", "--output", file.string()});
  INFO(result.output);
  REQUIRE(result.exit_code == 0);
  const common::Image drawn = common::load_image(file, 4);
  const common::Image scene = common::load_image(common::find_data("images/scene_512.png"), 4);
  REQUIRE(drawn.pixels.size() == scene.pixels.size());
  const auto at = [](const common::Image& image, int x, int y) {
    const auto* first = &image.pixels[(static_cast<std::size_t>(y) * 512 + x) * 4];
    return std::vector<int>(first, first + 4);
  };
  int changed = 0;
  for (int y = 0; y < 512; ++y)
    for (int x = 0; x < 512; ++x) {
      const bool inside = (x >= 368 && x < 426 && y >= 64 && y < 280) ||
                          (x >= 24 && x < 82 && y >= 60 && y < 276) ||
                          (x >= 234 && x < 298 && y >= 250 && y < 350) ||
                          (x >= 304 && x < 368 && y >= 338 && y < 438);
      const bool differs = at(drawn, x, y) != at(scene, x, y);
      changed += differs;
      if (!inside)
        REQUIRE(!differs);
    }
  CHECK(changed > 10000);
  // The tower is mirrored at its new place, the boat is not (both inside of the frames).
  for (int i = 3; i < 55; ++i)
    CHECK(at(drawn, 24 + i, 60 + 100) == at(scene, 368 + 57 - i, 64 + 100));
  for (int i = 3; i < 61; ++i)
    CHECK(at(drawn, 304 + i, 338 + 50) == at(scene, 234 + i, 250 + 50));
}

TEST_CASE("04: sub-buffers begin at multiples of the alignment") {
  const auto parts = chapter.experiment("sub-buffer");
  const auto align = parts.at("align_bytes").get<std::size_t>();
  CHECK(align == common::pick_device().getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / 8);
  int aligned = 0;
  for (const auto& row : parts.at("origins")) {
    CAPTURE(row.dump());
    const bool fits = row.at("origin").get<std::size_t>() % align == 0;
    aligned += fits;
    if (fits)
      CHECK(row.at("seen") == "accepted");
    else if (on_pocl())
      CHECK(row.at("seen") == "CL_MISALIGNED_SUB_BUFFER_OFFSET");
  }
  CHECK(aligned == 4);
  CHECK(parts.at("refused").size() == 5);
  if (on_pocl())
    for (const auto& row : parts.at("refused"))
      CHECK_MESSAGE(row.at("kept") == true, row.dump());
}

TEST_CASE("04: destructor callbacks come late and in reverse order") {
  const auto death = chapter.experiment("death");
  CHECK(death.at("order") == nlohmann::json{"say_goodbye", "free_the_array"});
  const auto query = chapter.experiment("query");
  const auto rows = rows_by(query.at("rows"), "query");
  CHECK(rows.at("CL_MEM_ASSOCIATED_MEMOBJECT").at("whole") == "null");
  CHECK(rows.at("CL_MEM_ASSOCIATED_MEMOBJECT").at("part") == "the whole");
  CHECK(rows.at("CL_MEM_OFFSET").at("part") == rows.at("CL_MEM_SIZE").at("part"));
  const auto& properties = query.at("properties");
  if (common::device_version(common::pick_device()) >= 300)
    CHECK(properties.at("unknown") == "CL_INVALID_PROPERTY");
  else
    CHECK(properties.contains("skipped"));
}

TEST_CASE("04: the table of bandwidths is complete, consistent, and can be drawn") {
  const TemporaryDirectory directory;
  const auto file = directory.path / "bandwidth.json";
  const auto svg = directory.path / "bandwidth.svg";
  REQUIRE(chapter.run({"--quick", "--only", "bandwidth", "--json", file.string()}).exit_code == 0);
  const auto bandwidth = tests::json_from(file).at("bandwidth");
  REQUIRE(bandwidth.at("rows").size() >= 3);
  CHECK(bandwidth.at("rows")[0].at("bytes") == 4096);
  std::size_t before = 0;
  const std::set<std::string> calls{"write", "read", "map", "pinned", "copy", "fill", "host"};
  for (const auto& row : bandwidth.at("rows")) {
    const auto bytes = row.at("bytes").get<std::size_t>();
    CHECK(bytes > before);
    before = bytes;
    for (const std::string& call : calls) // GB/s times microseconds are kilobytes
      CHECK(row.at(call).get<double>() * row.at(call + "_us").get<double>() * 1e3 ==
            doctest::Approx(static_cast<double>(bytes)));
  }
  const auto knees = rows_by(bandwidth.at("knees"), "call");
  CHECK(knees.size() == calls.size());
  for (const std::string& call : calls) {
    double best = 0.0;
    for (const auto& row : bandwidth.at("rows"))
      best = std::max(best, row.at(call).get<double>());
    CHECK(knees.at(call).at("best_gbps").get<double>() == best);
    CHECK(knees.at(call).at("overhead_us") == bandwidth.at("rows")[0].at(call + "_us"));
  }

  const auto drawn = chapter.run({"--plot", file.string(), svg.string()});
  INFO(drawn.output);
  if (harness::find_program("gnuplot").empty()) {
    CHECK(drawn.exit_code == 77);
  } else {
    CHECK(drawn.exit_code == 0);
    const std::string picture = common::read_text(svg);
    for (const std::string& call : calls)
      CHECK(contains(picture, call));
    CHECK(directory.files() == std::vector<std::string>{"bandwidth.json", "bandwidth.svg"});
  }
  const auto refused_use = [&](const tests::Words& arguments) {
    const auto result = chapter.run(arguments);
    INFO(result.output);
    CHECK(result.exit_code == 2);
    CHECK(contains(result.output, "--output"));
  };
  // What would not be written is not passed over in silence.
  refused_use({"--only", "query", "--output", (directory.path / "x.png").string()});
  refused_use({"--demo", "overlap", "--output", (directory.path / "x.png").string()});
  const auto same = chapter.run({"--plot", file.string(), file.string()});
  CHECK(same.exit_code == 2);
  CHECK(tests::json_from(file).contains("bandwidth"));
  const auto nothing = directory.write("empty.json", "{}");
  const auto refused =
      chapter.run({"--plot", nothing.string(), (directory.path / "no.svg").string()});
  CHECK(refused.exit_code == 1);
  CHECK(contains(refused.output, "no table of bandwidths"));
  CHECK(!tests::fs::exists(directory.path / "no.svg"));
}

TEST_CASE("04: a wrong kernel does not pass" * tests::long_tier) {
  chapter.notices({{"buffers.cl", "= data[i] + value;", "= data[i] - value;", "sub-buffer",
                    "there and only there"},
                   {"buffers.cl", "= data[i] + value;", "= data[i] + 2 * value;", "host-pointer",
                    "what the kernel did"},
                   {"buffers.cl", "first[0] = data[0];", "first[0] = data[1];", "flags",
                    "does not follow the array"},
                   {"buffers.cl", "first[0] = data[0];", "first[0] = data[0] + 1;", "host-pointer",
                    "is in the buffer"}});
}

TEST_CASE("04: each mistake shows itself, or is skipped with a reason") {
  chapter.shows({{"elements-for-bytes", "Number 25 is changed", Shows::everywhere},
                 {"rectangle-in-pixels", ".#..........", Shows::everywhere},
                 {"overlap", "CL_MEM_COPY_OVERLAP", Shows::everywhere},
                 {"reused-array", "finds 9 where"},
                 {"never-written", "are not 0", Shows::perhaps}, // memory may be new and empty
                 {"no-lock", "The number is 2 now"},
                 {"half-written", "", Shows::perhaps},
                 {"still-mapped", "", Shows::perhaps},
                 {"odd-pattern", "CL_INVALID_VALUE"},
                 {"misaligned", "CL_MISALIGNED_SUB_BUFFER_OFFSET"},
                 {"locked-out", "CL_INVALID_OPERATION"}});
}

TEST_CASE("04: wrong usage") {
  CHECK(chapter.run({"--plot", "one-name-only"}).exit_code == 2);
}
