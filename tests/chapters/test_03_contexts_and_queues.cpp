// Chapter 3: the program's land is the one that the test computes, also where a shadow crosses the border of a strip; what the laboratory says of contexts
// and queues is true here, wrong answers to --ask are refused, and a wrong kernel is noticed.

#include "common/device.hpp"
#include "harness/lab/loader.hpp"
#include "tests/support/chapter.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

using tests::contains;
using tests::Json;
using tests::on_pocl;
using tests::Shows;

namespace {

const tests::Lab chapter("03_contexts_and_queues");
const tests::Program program("03_contexts_and_queues");

// The height at a place: the sum over grids of six sizes, whose corners have heights that look random.
int height_at(int x, int y, unsigned seed) {
  int sum = 0;
  for (int size : {128, 64, 32, 16, 8, 4}) {
    const auto corner = [&](int column, int row) {
      std::uint32_t bits = static_cast<std::uint32_t>(column) * 374761393u;
      bits += static_cast<std::uint32_t>(row) * 668265263u;
      bits += (seed + static_cast<std::uint32_t>(size)) * 2246822519u;
      bits ^= bits >> 13;
      bits *= 1274126177u;
      bits ^= bits >> 16;
      return static_cast<int>(bits % 256);
    };
    const auto weight = [&](int at) { return at * at * (3 * size - 2 * at) / (size * size); };
    const int column = x / size, row = y / size, east = weight(x % size), south = weight(y % size);
    const int north_edge = corner(column, row) * (size - east) + corner(column + 1, row) * east;
    const int south_edge =
        corner(column, row + 1) * (size - east) + corner(column + 1, row + 1) * east;
    sum += (north_edge * (size - south) + south_edge * south) / size;
  }
  return sum;
}

// The program's picture: the land with its shadows, and a bar at the left that is blue for even strips.
std::vector<std::uint8_t> land(int width, int height, unsigned seed, int reach = 64) {
  std::vector<int> heights;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      heights.push_back(height_at(x, y, seed));
  const auto at = [&](int x, int y) {
    return heights[std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1)];
  };
  std::vector<std::uint8_t> pixels;
  const int strips = std::min(16, height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      struct Kind {
        int below;
        int colour[3];
      };
      static constexpr Kind kinds[] = {{30000, {40, 100, 190}},
                                       {31500, {225, 205, 150}},
                                       {40000, {60, 140, 55}},
                                       {46000, {120, 105, 90}},
                                       {1 << 30, {245, 245, 245}}};
      const int here = at(x, y);
      const auto* kind = std::find_if(std::begin(kinds), std::end(kinds),
                                      [&](const Kind& each) { return here < each.below; });
      const int slope = at(x + 1, y) - at(x - 1, y) + at(x, y + 1) - at(x, y - 1);
      int light = kind == kinds ? 40 + here / 300 : 128 + std::clamp(slope / 12, -90, 90);
      int hidden = 0;
      for (int step = reach; step >= 1; --step)
        hidden = std::max(hidden, at(x - step, y - step) - std::max(here, 30000) - 300 * step);
      light -= std::min(hidden / 20, 60);
      int strip = 0;
      while (height * (strip + 1) / strips <= y)
        ++strip;
      static constexpr int bar[2][3] = {{37, 99, 235}, {234, 88, 12}};
      for (int part = 0; part < 3; ++part)
        pixels.push_back(static_cast<std::uint8_t>(
            x < 12 ? bar[strip % 2][part] : std::clamp(kind->colour[part] * light / 128, 0, 255)));
    }
  return pixels;
}

// The value of `key` in each row, by the row's `name`.
std::map<std::string, Json> column(const Json& rows, const std::string& name,
                                   const std::string& key) {
  std::map<std::string, Json> values;
  for (const Json& row : rows)
    CHECK(values.emplace(row.at(name), row.at(key)).second);
  return values;
}

// The program with `--ask`, and `lines` as its input.
harness::ProcessResult ask(const std::string& lines) {
  const tests::TemporaryDirectory directory;
  const auto input = directory.write("input.txt", lines);
  return harness::run_process({"sh", "-c", R"("$0" --ask --only who <"$1")",
                               fmt::format("{}/{}_lab", tests::bin_dir(), chapter.name),
                               input.string()},
                              {60, {}, {}});
}

} // namespace

TEST_CASE("03: the program's land is the test's, also with work-groups of one work-item") {
  for (const tests::Environment& environment : tests::any_group_size)
    for (const int width : {2, 3, 101, 300}) {
      CAPTURE(width);
      const int height = (2 * width + 2) / 3;
      const common::Image image =
          program.picture({"--quick", "--seed", "7", "--width", std::to_string(width)},
                          {fmt::format("{} strips, one queue: ", std::min(16, height)),
                           fmt::format("{} strips, two queues: ", std::min(16, height)),
                           fmt::format("verified: all {} x {} pixels", width, height)},
                          environment);
      REQUIRE(image.width == width);
      REQUIRE(image.height == height);
      REQUIRE(image.channels == 3);
      CHECK(image.pixels == land(width, height, 7));
    }
  CHECK(program.picture({"--width", "60"}).pixels == land(60, 40, 42));
  CHECK(program.picture({"--width", "60", "--seed", "2147483647"}).pixels ==
        land(60, 40, 2147483647u));
  CHECK(program.picture({"--width", "60", "--reach", "0"}).pixels == land(60, 40, 42, 0));
}

TEST_CASE("03: the program notices wrong kernels" * tests::long_tier) {
  program.notices({
      {"land.cl", "y >= height", "y >= height - 1", "", "is wrong"},
      {"land.cl", "row >= rows", "row >= rows - 1", "", "row 63, column"},
      {"land.cl", "first_row + row", "row", "", "row 64, column"},
      {"land.cl", "min(x + 1, width - 1)", "x + 1", "", "column 1535 is wrong"},
      {"land.cl", "max(y - step, 0)", "max(y - step, first_row)", "", "row 64, column"},
      {"land.cl", "step <= reach", "step < reach", "", "is wrong"},
      {"land.cl", "cell >= 4", "cell > 4", "", "is wrong"},
      {"land.cl", "strip[first + 2]", "strip[first + 1]", "", "is wrong"},
      {"land.cl", "& 255", "& 127", "", "row 0, column 0 is wrong"},
      {"land.cl", "kernel void shade(", "kernel void shad(", "", "CL_INVALID_KERNEL_NAME"},
      {"land.cl", "sum += (above", "sum += (abov", "", "does not build"},
  });
}

TEST_CASE("03: bad input of the program gets one sentence") {
  for (const char* width : {"0", "1", "wide", "20000"})
    program.refuses({{{"--width", width}, 2, "--width"}});
  for (const char* reach : {"-1", "far", "1001"})
    program.refuses({{{"--reach", reach}, 2, "--reach"}});
}

TEST_CASE("03: the smallest example shares a buffer within a context") {
  const auto result = tests::run_program("03_contexts_and_queues_smallest", {});
  CAPTURE(result.output);
  CHECK(result.exit_code == 0);
  CHECK(contains(result.output, "a queue of the same context reads 42\n"));
  CHECK(contains(result.output, "a queue of another context: "));
  if (on_pocl())
    CHECK(contains(result.output, "a queue of another context: CL_INVALID_CONTEXT\n"));
}

TEST_CASE("03: all experiments pass, also with work-groups of one work-item") {
  chapter.says({"Who belongs to whom?", "How is the device chosen?", "Which way to a context?",
                "How long does a context live?", "Who says what was wrong?", "What can be shared?",
                "What can a queue be told?", "Does the queue keep the order?",
                "Can two devices use one buffer?", "What do they cost?", "verified"});
}

TEST_CASE("03: ways to a context") {
  const Json rows = chapter.experiment("contexts").at("rows");
  const auto answers = column(rows, "way", "answer"), devices = column(rows, "way", "devices");
  CHECK(answers.at("a list of devices") == "accepted");
  CHECK(devices.at("a list of devices") == 1);
  CHECK(answers.at("a type, with the platform") == "accepted");
  CHECK(devices.at("a type, with the platform") >= 1);
  CHECK(answers.at("a device, no platform") == "accepted");
  for (const Json& row : rows)
    CHECK((row.at("answer") == "accepted") == (row.at("devices") > 0));
  if (on_pocl()) {
    CHECK(answers.at("a type that is not there") == "CL_DEVICE_NOT_FOUND");
    CHECK(answers.at("platform 0") == "CL_INVALID_PLATFORM");
    CHECK(answers.at("the platform given twice") == "CL_INVALID_PROPERTY");
  }
}

TEST_CASE("03: a context lives as long as anything in it") {
  const Json lifetime = chapter.experiment("lifetime");
  const auto counts = column(lifetime.at("steps"), "step", "references");
  CHECK(counts.at("created") == 1);
  CHECK(counts.at("copied") == 2);
  CHECK(counts.at("the copy is gone") == 1);
  if (lifetime.at("callbacks").is_null())
    SKIP_TEST("the destructor callback came with OpenCL 3.0");
  CHECK(lifetime.at("callbacks") == Json{"callback 2", "callback 1"});
  if (on_pocl()) {
    CHECK(lifetime.at("outlived_handle") == true);
    CHECK(lifetime.at("outlived_queue") == true);
  }
}

TEST_CASE("03: wrong calls are refused, and somebody calls back") {
  const Json errors = chapter.experiment("errors");
  REQUIRE(errors.at("rows").size() == 6);
  int called_back = 0;
  for (const Json& row : errors.at("rows")) {
    CHECK(contains(row.at("answer").get<std::string>(), "CL_"));
    called_back += row.at("messages") > 0;
  }
  CHECK(errors.at("called_back") == called_back);
  if (on_pocl()) // on a CPU a kernel runs in the process
    CHECK(contains(errors.at("null_write").at("seen").get<std::string>(), "its process "));
  if (called_back == 0 && harness::oclgrind_available()) {
    CHECK(errors.at("simulator").at("messages") == 6);
    CHECK(contains(errors.at("simulator").at("first").get<std::string>(),
                   "clCreateBuffer Error: CL_INVALID_BUFFER_SIZE"));
  }
}

TEST_CASE("03: objects are shared within a context, and not between two") {
  const Json sharing = chapter.experiment("sharing");
  REQUIRE(sharing.at("rows").size() == 3);
  for (const Json& row : sharing.at("rows")) {
    CAPTURE(row.dump());
    CHECK(row.at("same_context") == "accepted");
    if (on_pocl())
      CHECK(row.at("other_context") == "CL_INVALID_CONTEXT");
  }
  CHECK(sharing.at("crossed") == true);
}

TEST_CASE("03: queues get what they were asked for, from both functions") {
  const Json queues = chapter.experiment("queues");
  REQUIRE(queues.at("rows").size() == 4);
  const auto offered = common::pick_device().getInfo<CL_DEVICE_QUEUE_PROPERTIES>();
  const bool out_of_order = (offered & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
  for (const Json& row : queues.at("rows")) {
    CAPTURE(row.dump());
    const std::string asked_for = row.at("asked_for");
    const bool expected = out_of_order || contains(asked_for, "in order");
    CHECK((row.at("predecessor") == "accepted") == expected);
    if (row.at("with_properties") != "not there")
      CHECK(row.at("with_properties") == row.at("predecessor"));
    if (on_pocl())
      CHECK(row.at("times") ==
            (contains(asked_for, "profiling") ? "yes" : "CL_PROFILING_INFO_NOT_AVAILABLE"));
  }
  if (queues.contains("priorities")) {
    if (on_pocl()) { // NVIDIA's driver takes what it does not know
      CHECK(queues.at("unknown") == "CL_INVALID_VALUE");
      CHECK(queues.at("remembers") == true);
    }
    CHECK(queues.at("priorities").at("offered") ==
          common::has_extension(common::pick_device(), "cl_khr_priority_hints"));
    CHECK(queues.at("device_queue").at("offered").is_boolean());
  }
}

TEST_CASE("03: in order, and out of order with a wait list, the second sees the first") {
  const Json rows = chapter.experiment("order").at("rows");
  const auto saw = column(rows, "queue", "saw"), early = column(rows, "queue", "early");
  CHECK(saw.at("in order") == "new");
  CHECK(early.at("in order") == false);
  if (rows.size() == 1)
    SKIP_TEST("no out-of-order queues here");
  CHECK(saw.at("out of order, with wait list") == "new");
  CHECK(early.at("out of order, with wait list") == false);
}

TEST_CASE("03: two devices take turns on one buffer") {
  const Json devices = chapter.experiment("devices");
  CHECK(devices.at("turns") == 8);
  CHECK(devices.at("together").at("wall_ms").get<double>() > 0.0);
  const cl::Device device = common::pick_device();
  if (on_pocl() && device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>() >= 2)
    CHECK(devices.at("two") == true); // not one device twice
}

TEST_CASE("03: what things cost is measured") {
  const Json rows = chapter.experiment("cost").at("rows");
  REQUIRE(rows.size() == 5);
  for (const Json& row : rows)
    CHECK(row.at("median_us").get<double>() > 0.0);
}

TEST_CASE("03: who is asked can answer wrongly, and is asked again") {
  const auto right = ask("0\n");
  INFO(right.output);
  CHECK(right.exit_code == 0);
  CHECK(contains(right.output, "  0: "));
  const auto name = common::all_devices().front().getInfo<CL_DEVICE_NAME>();
  CHECK(contains(right.output, "Device: " + name));
  CHECK(contains(right.output, "the buffer: context ours"));

  const auto wrong = ask("99999999999\n-1\n1x\n\n0 0\n0,\n");
  INFO(wrong.output);
  CHECK(wrong.exit_code == 0);
  for (const char* complaint : {"'99999999999' is none of", "'-1' is none of", "'1x' is none of",
                                "that is no number", "0 is there twice"})
    CHECK(contains(wrong.output, complaint));

  const auto gone = ask("7777\n"); // and then nothing more
  INFO(gone.output);
  CHECK(gone.exit_code == 1);
  CHECK(contains(gone.output, "error: no device was chosen"));
}

TEST_CASE("03: a wrong kernel does not pass" * tests::long_tier) {
  const std::string file = "turns.cl", right = "= 3 * numbers[i] + turn";
  chapter.notices({{file, right, "= 2 * numbers[i] + turn", "devices", "turns: "},
                   {file, right, "= 3 * (numbers[i] + turn)", "devices", "turns: "},
                   {file, right, "= i == 999 ? 0 : 3 * numbers[i] + turn", "devices", "turns: "}});
}

TEST_CASE("03: each mistake shows itself, or is skipped with a reason") {
  // OCL_ICD_DEFAULT_PLATFORM is a variable of the loader ocl-icd; others take the first platform.
  const bool asks = contains(harness::loader_info(harness::LoaderInfo::vendor), "OCL Icd");
  chapter.shows({{"no-platform", "OCL_ICD_DEFAULT_PLATFORM=99, for some other program",
                  asks ? Shows::on_pocl : Shows::perhaps},
                 {"carry-on", "There is no such context"},
                 {"handle-test", "the code is CL_DEVICE_NOT_FOUND, and yet"},
                 {"foreign-argument", "setting the argument: "},
                 {"two-platforms", "CL_|died of signal", Shows::perhaps},
                 {"no-profiling", "CL_PROFILING_INFO_NOT_AVAILABLE from clGetEventProfilingInfo"},
                 {"device-queue", ""}});
}
