// Chapter 2: every strip of the program's picture is what the test computes; the laboratory's table of
// questions is complete and read rightly, sub-devices compute rightly, and it says what it finds.

#include "chapters/02_platforms_and_devices/lab/queries.hpp"
#include "chapters/02_platforms_and_devices/lab/sub_devices.hpp"
#include "common/device.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/loader.hpp"
#include "harness/system/process.hpp"
#include "tests/support/chapter.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <doctest/doctest.h>
#include <filesystem>
#include <regex>
#include <set>

namespace fs = std::filesystem;
using tests::contains;
using namespace platforms;
using tests::Json;
using tests::TemporaryDirectory;

namespace {

const tests::Lab chapter("02_platforms_and_devices");
const tests::Program program("02_platforms_and_devices");

// A run of the program: what it said, its picture, and the first row of each strip.
struct Drawn {
  harness::ProcessResult result;
  common::Image image;
  std::vector<int> first_rows;
};

Drawn draw(tests::Words arguments, const tests::Environment& environment = {}) {
  const TemporaryDirectory directory;
  const fs::path file = directory.path / "picture.png";
  arguments.insert(arguments.end(), {"--output", file.string()});
  Drawn drawn{program.run(arguments, environment), {}, {}};
  INFO(drawn.result.output);
  REQUIRE(drawn.result.exit_code == 0);
  drawn.image = common::load_image(file);
  static const std::regex rows("\n  rows (\\d+) to (\\d+): C\\+\\+ ");
  const std::string text = "\n" + drawn.result.output;
  for (std::sregex_iterator it(text.begin(), text.end(), rows), end; it != end; ++it) {
    CHECK(std::stoi((*it)[1]) <= std::stoi((*it)[2]));
    drawn.first_rows.push_back(std::stoi((*it)[1]));
  }
  CHECK(contains(drawn.result.output, "verified: all "));
  return drawn;
}

// Floor and truncation are not the same for negative numbers: the program truncates.
std::int64_t scaled(std::int64_t a, std::int64_t b) {
  const std::int64_t product = a * b;
  return product >= 0 ? product >> 24 : -(-product >> 24);
}

// A pixel of the Julia set, red in the lowest byte.
std::uint32_t colour_of(int column, int row, int width, int height) {
  constexpr std::int64_t scale = std::int64_t{1} << 24;
  std::int64_t re = (2 * column + 1 - width) * (scale + scale / 2) / width;
  std::int64_t im = (2 * row + 1 - height) * (scale + scale / 2) / width;
  std::uint32_t n = 0;
  for (; n < 200 && re * re + im * im <= 4 * scale * scale; ++n) {
    const std::int64_t square = scaled(re, re) - scaled(im, im);
    im = scaled(2 * re, im) + 156 * scale / 1000;
    re = square - 8 * scale / 10;
  }
  return std::min(255u, 4 * n) | std::min(255u, n * n / 157) << 8 | std::min(255u, n + 40) << 16;
}

// All pixels but those below the bars at the left.
void check_picture(const Drawn& drawn, int width, int height) {
  const common::Image& image = drawn.image;
  REQUIRE(image.width == width);
  REQUIRE(image.height == height);
  REQUIRE(image.channels == 3);
  int compared = 0, wrong = 0;
  for (int row = 0; row < height; ++row) {
    for (int column = 12; column < width; ++column, ++compared) {
      const std::uint8_t* at = &image.pixels[3 * (row * width + column)];
      const std::uint32_t got = at[0] | std::uint32_t{at[1]} << 8 | std::uint32_t{at[2]} << 16;
      wrong += got != colour_of(column, row, width, height);
    }
  }
  CHECK(wrong == 0);
  CHECK(compared > 0);
}

template <typename T>
Bytes bytes_of(const std::vector<T>& values) {
  Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

constexpr Word colours[] = {{1, "red"}, {2, "green"}, {8, "blue"}};

Query question(Type type, const char* unit = "") {
  return {0, "CL_TEST", 100, "test", type, unit, "", colours};
}

} // namespace

TEST_CASE("02: the program's picture is the test's, also with work-groups of one work-item") {
  for (const tests::Environment& environment : tests::any_group_size)
    for (const int width : {101, 300}) {
      const Drawn drawn =
          draw({"--quick", "--device", "0", "--width", std::to_string(width)}, environment);
      CAPTURE(drawn.result.output);
      REQUIRE(!drawn.first_rows.empty());
      CHECK(drawn.first_rows.front() == 0);
      check_picture(drawn, width, (2 * width + 2) / 3);
    }
  for (const int width : {1, 2, 7}) // hardly more rows than parts
    draw({"--width", std::to_string(width)});
}

TEST_CASE("02: every device draws, or the parts of one") {
  const auto devices = common::all_devices();
  if (devices.size() > 1 && !std::getenv("OCL_DEVICE")) {
    const auto able = std::count_if(devices.begin(), devices.end(), [](const cl::Device& device) {
      return device.getInfo<CL_DEVICE_COMPILER_AVAILABLE>() != CL_FALSE;
    });
    if (able > 1)
      CHECK(draw({"--width", "150"}).first_rows.size() == static_cast<std::size_t>(able));
  }
  const cl::Device first = devices.front();
  const cl_uint units = first.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  const Drawn one = draw({"--width", "150", "--device", "0"});
  CHECK(contains(one.result.output, first.getInfo<CL_DEVICE_NAME>()));
  const auto ways = first.getInfo<CL_DEVICE_PARTITION_PROPERTIES>();
  const bool divided =
      units > 1 && std::count(ways.begin(), ways.end(), CL_DEVICE_PARTITION_BY_COUNTS) > 0;
  CHECK(one.first_rows.size() == (divided ? 2 : 1));
  // With three compute units, too, which PoCL has if it is told so. The larger part is the second.
  const Drawn odd = draw({"--width", "150", "--device", "0"},
                         {{"POCL_MAX_PTHREAD_COUNT", "3"}, {"POCL_CPU_MAX_CU_COUNT", "3"}});
  CAPTURE(odd.result.output);
  CHECK(odd.first_rows.size() <= 2);
  CHECK(!contains(odd.result.output, " 1 compute units"));
  const Drawn chosen = draw({"--width", "150"}, {{"OCL_DEVICE", "0"}});
  CHECK(chosen.first_rows == one.first_rows);
}

TEST_CASE("02: the program notices wrong kernels" * tests::long_tier) {
  program.notices({
      {"julia.cl", "column >= width", "column >= width - 1", "", "column 767 is wrong"},
      {"julia.cl", "row >= rows", "row >= rows - 1", "", "column 0 is wrong"},
      {"julia.cl", "(first_row + row)", "(first_row + row + 1)", "", "row "},
      {"julia.cl", "steps < 200", "steps < 199", "", "is wrong"},
      {"julia.cl", "const long one", "const int one", "", "is wrong"},
      {"julia.cl", "first + 2] = ", "first + 1] = ", "", "is wrong"},
      {"julia.cl", "kernel void julia", "kernel void julai", "", "CL_INVALID_KERNEL_NAME"},
      {"julia.cl", "++steps;", "++step;", "", "does not build"},
  });
}

TEST_CASE("02: bad input of the program gets one sentence") {
  program.refuses({{{"--width", "0"}, 2, "--width"}, {{"--width", "wide"}, 2, "--width"}});
}

TEST_CASE("02: the smallest example lists all platforms and devices") {
  const auto result = tests::run_program("02_platforms_and_devices_smallest", {});
  CAPTURE(result.output);
  CHECK(result.exit_code == 0);
  for (const cl::Platform& platform : harness::platforms_here())
    CHECK(contains(result.output, platform.getInfo<CL_PLATFORM_NAME>() + ": OpenCL "));
  for (const cl::Device& device : common::all_devices())
    CHECK(contains(result.output, "  " + device.getInfo<CL_DEVICE_NAME>() + ", compute units: "));
}

TEST_CASE("02: answers are read by their type") {
  CHECK(decode(question(Type::number), bytes_of<cl_uint>({7})) == 7);
  CHECK(decode(question(Type::number), bytes_of<cl_ulong>({1ull << 40})) == (1ull << 40));
  CHECK(decode(question(Type::boolean), bytes_of<cl_bool>({CL_TRUE})) == true);
  CHECK(decode(question(Type::boolean), bytes_of<cl_bool>({CL_FALSE})) == false);
  CHECK(decode(question(Type::text), bytes_of<char>({'a', 'b', '\0', 'c'})) == "ab");
  CHECK(decode(question(Type::text), bytes_of<char>({'a', ' ', ' ', '\0'})) == "a");
  CHECK(decode(question(Type::text), Bytes{}) == "");
  CHECK(decode(question(Type::words), bytes_of<char>({' ', 'a', ' ', ' ', 'b', ' ', '\0'})) ==
        Json{"a", "b"});
  CHECK(decode(question(Type::sizes), bytes_of<std::size_t>({4, 5, 6})) == Json{4, 5, 6});
  CHECK(decode(question(Type::flags), bytes_of<cl_ulong>({1 + 8})) == Json{"red", "blue"});
  CHECK(decode(question(Type::flags), bytes_of<cl_ulong>({4})) == Json::array({"0x4"}));
  CHECK(decode(question(Type::flags), bytes_of<cl_ulong>({0})) == Json::array());
  CHECK(decode(question(Type::choice), bytes_of<cl_uint>({2})) == "green");
  CHECK(decode(question(Type::choices), bytes_of<cl_device_partition_property>({2, 8, 0})) ==
        Json{"green", "blue"});
  cl_name_version version{};
  version.version = CL_MAKE_VERSION(3, 1, 4);
  std::strcpy(version.name, "X");
  CHECK(decode(question(Type::versions), bytes_of<cl_name_version>({version})) ==
        Json::array({"X 3.1"}));
  CHECK(decode(question(Type::number), std::nullopt).is_null());
}

TEST_CASE("02: answers in words") {
  CHECK(in_words(question(Type::number, "bytes"), 2048) == "2.00 KiB");
  CHECK(in_words(question(Type::number, "MHz"), 2600) == "2600 MHz");
  CHECK(in_words(question(Type::number), 2) == "2");
  CHECK(in_words(question(Type::boolean), true) == "yes");
  CHECK(in_words(question(Type::boolean), false) == "no");
  CHECK(in_words(question(Type::sizes), Json{4, 5}) == "4 x 5");
  CHECK(in_words(question(Type::flags), Json{"red", "blue"}) == "red, blue");
  CHECK(in_words(question(Type::flags), Json::array()) == "none");
  CHECK(in_words(question(Type::text), "") == "none");
  CHECK(in_words(question(Type::number), nullptr) == "-");
}

TEST_CASE("02: the table is tidy") {
  std::set<cl_device_info> seen;
  for (const Group& group : groups()) {
    std::set<std::string> labels;
    for (const Query& query : group.queries) {
      CAPTURE(query.constant);
      CHECK(seen.insert(query.info).second);
      CHECK(labels.insert(query.label).second);
      CHECK(std::strlen(query.label) <= 22);
      CHECK(std::strlen(query.meaning) <= 64);
      CHECK((query.words.empty() || query.type == Type::flags || query.type == Type::choice ||
             query.type == Type::choices));
      CHECK((!query.words.empty() || (query.type != Type::flags && query.type != Type::choice &&
                                      query.type != Type::choices)));
      static const std::regex chapter("chapters? (\\d+)(?:, (\\d+))?");
      std::cmatch number;
      if (std::regex_search(query.meaning, number, chapter))
        CHECK((std::stoi(number[1]) > 2 && std::stoi(number[1]) <= 30));
    }
  }
  CHECK(seen.size() > 100);
}

TEST_CASE("02: every question that a device answers is in the table") {
  std::set<cl_device_info> known{
      CL_DEVICE_PLATFORM,         CL_DEVICE_PARENT_DEVICE,
      CL_DEVICE_PARTITION_TYPE,
      CL_DEVICE_REFERENCE_COUNT,                                     // handles and counters
      CL_DEVICE_NUMERIC_VERSION,  CL_DEVICE_EXTENSIONS_WITH_VERSION, // said by others, as text
      CL_DEVICE_ILS_WITH_VERSION, CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION};
  for (const Group& group : groups())
    for (const Query& query : group.queries)
      known.insert(query.info);
  for (const cl::Device& device : common::all_devices())
    for (cl_device_info info = 0x1000; info <= CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED;
         ++info) {
      const bool belongs_to_extension =
          (info >= 0x106A && info <= 0x106E) || // cl_khr_device_uuid
          info == 0x105F; // CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR, which 3.0 did not take over
      std::size_t size = 0;
      if (!belongs_to_extension &&
          clGetDeviceInfo(device(), info, 0, nullptr, &size) == CL_SUCCESS) {
        CAPTURE(info);
        CHECK(known.count(info) == 1);
      }
    }
}

TEST_CASE("02: the JSON holds what the bindings say, for every device") {
  const Json json = chapter.results({"--quick"});
  const auto devices = common::all_devices();
  REQUIRE(json.at("devices").size() == devices.size());
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const Json& info = json.at("devices").at(i);
    for (const Group& group : groups())
      for (const Query& query : group.queries)
        CHECK(info.contains(query.constant));
    CHECK(info.at("CL_DEVICE_MAX_COMPUTE_UNITS") ==
          devices[i].getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
    CHECK(info.at("CL_DEVICE_LOCAL_MEM_SIZE") == devices[i].getInfo<CL_DEVICE_LOCAL_MEM_SIZE>());
    CHECK(info.at("CL_DEVICE_MAX_WORK_ITEM_SIZES") ==
          devices[i].getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>());
    CHECK(info.at("CL_DEVICE_IMAGE_SUPPORT") ==
          (devices[i].getInfo<CL_DEVICE_IMAGE_SUPPORT>() != CL_FALSE));
    CHECK(contains(devices[i].getInfo<CL_DEVICE_NAME>(),
                   info.at("CL_DEVICE_NAME").get<std::string>()));
  }
  CHECK(json.at("loader").at("platforms").size() == harness::platforms_here().size());
}

TEST_CASE("02: parts of a device add up to no more than the device, and compute rightly") {
  const cl::Device device = common::pick_device();
  const cl_uint units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  const std::vector<Division> divisions = divide(device);
  REQUIRE(divisions.size() == 3);
  for (const Division& division : divisions) {
    CAPTURE(division.way);
    CHECK(division.parts.empty() == !division.reason.empty());
    cl_uint sum = 0;
    for (const cl::Device& part : division.parts)
      sum += part.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
    CHECK(sum <= units);
    if (!division.parts.empty()) {
      const Run run = run_collatz(division.parts.back(), "a part", true); // throws where wrong
      CHECK(run.compute_units == division.parts.back().getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
      CHECK(run.median_ms > 0.0);
    }
  }
  const auto offered = device.getInfo<CL_DEVICE_PARTITION_PROPERTIES>();
  if (units > 1 && std::count(offered.begin(), offered.end(), CL_DEVICE_PARTITION_EQUALLY) > 0)
    CHECK(divisions.front().parts.size() == units / (units / 2));
}

TEST_CASE("02: a wrong kernel does not pass" * tests::long_tier) {
  const auto result =
      chapter.run_changed("collatz.cl", "steps[i] = count;", "if (i != 7) steps[i] = count;",
                          {"--quick"}); // one of a thousand is left out
  CAPTURE(result.output);
  CHECK(result.exit_code == 1);
  CHECK(contains(result.output, "collatz on the whole device"));
}

TEST_CASE("02: the program shows what was asked for") {
  const auto quick = chapter.run({"--quick"});
  CAPTURE(quick.output);
  CHECK(quick.exit_code == 0);
  for (const char* part : {"The loader\n", "Devices\n", "Compute resources\n", "Memories\n",
                           "collatz on the whole device", "verified"})
    CHECK(contains(quick.output, part));
  CHECK(!contains(quick.output, "Images"));

  const auto full = chapter.run({});
  CHECK(full.exit_code == 0);
  for (const Group& group : groups())
    CHECK(contains(full.output, group.title));

  const auto images = chapter.run({"--group", "images", "--names"});
  CHECK(contains(images.output, "CL_DEVICE_IMAGE2D_MAX_WIDTH"));
  CHECK(!contains(images.output, "The loader"));
  CHECK(chapter.run({"--group", "nonsense"}).exit_code == 2);
}

TEST_CASE("02: the loader is found out") {
  for (const cl::Platform& platform : harness::platforms_here())
    if (contains(platform.getInfo<CL_PLATFORM_NAME>(), "Portable Computing Language"))
      CHECK(contains(harness::driver_library(platform), "libpocl"));
  CHECK(contains(harness::loader_library(), "libOpenCL"));
  const std::string output = chapter.run({"--group", "loader"}).output;
  CAPTURE(output);
  for (const cl::Platform& platform : harness::platforms_here())
    for (const std::string& said :
         {platform.getInfo<CL_PLATFORM_VENDOR>(), platform.getInfo<CL_PLATFORM_VERSION>(),
          platform.getInfo<CL_PLATFORM_PROFILE>(), platform.getInfo<CL_PLATFORM_EXTENSIONS>()})
      CHECK(contains(output, said));
}

TEST_CASE("02: the loader's directory can be replaced, and then nothing else is found") {
  const tests::Unplugged unplugged;
  const auto none = chapter.run({}, unplugged.environment);
  CAPTURE(none.output);
  CHECK(none.exit_code == 1);
  CHECK(contains(none.output, unplugged.empty.path.string()));
  CHECK(contains(none.output, "no .icd file"));
  CHECK(contains(none.output, "error: no OpenCL platform was found"));
  CHECK(none.output.find("error: ") == none.output.rfind("error: "));

  const TemporaryDirectory directory;
  directory.write("broken.icd", "libnosuchdriver.so\n");
  // The loader of Khronos joined directory and file without a slash of its own until 2020.
  const tests::Environment only_these{{"OCL_ICD_VENDORS", directory.path.string() + "/"},
                                      {"OCL_ICD_FILENAMES", ""}};
  const auto broken = chapter.run({"--quick"}, only_these);
  CAPTURE(broken.output);
  CHECK(broken.exit_code == 1);
  CHECK(contains(broken.output, "broken.icd: libnosuchdriver.so (not in use)"));

  std::string pocl;
  for (const harness::Registration& driver : harness::registered_drivers())
    if (contains(driver.library, "pocl"))
      pocl = driver.library;
  if (!pocl.empty()) {
    directory.write("another_name.icd", pocl + "\n");
    const auto mended = chapter.run({"--quick", "--device", "0"}, only_these);
    CAPTURE(mended.output);
    CHECK(mended.exit_code == 0);
    CHECK(contains(mended.output, "another_name.icd: " + pocl + "\n"));
  }
}

TEST_CASE("02: drivers that a variable names are told") {
  const auto result =
      chapter.run({"--group", "loader"}, {{"OCL_ICD_FILENAMES", "libnosuchdriver.so"}});
  CAPTURE(result.output);
  CHECK(result.exit_code == 0);
  CHECK(contains(result.output, "OCL_ICD_FILENAMES   libnosuchdriver.so"));
}
