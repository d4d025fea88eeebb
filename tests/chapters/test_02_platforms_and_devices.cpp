// Chapter 2: the table of questions is complete and read rightly, sub-devices compute rightly, and
// the program says what it finds.

#include "chapters/02_platforms_and_devices/lab/loader.hpp"
#include "chapters/02_platforms_and_devices/lab/queries.hpp"
#include "chapters/02_platforms_and_devices/lab/sub_devices.hpp"
#include "common/device.hpp"
#include "common/kernel_io.hpp"
#include "harness/process.hpp"
#include "tests/support/chapter.hpp"

#include <algorithm>
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
  CHECK(json.at("loader").at("platforms").size() == platforms_here().size());
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

TEST_CASE("02: a wrong kernel does not pass") {
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
  for (const cl::Platform& platform : platforms_here())
    if (contains(platform.getInfo<CL_PLATFORM_NAME>(), "Portable Computing Language"))
      CHECK(contains(driver_library(platform), "libpocl"));
  CHECK(contains(loader_library(), "libOpenCL"));
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
  // The loader of Khronos joins directory and file without a slash of its own.
  const tests::Environment only_these{{"OCL_ICD_VENDORS", directory.path.string() + "/"},
                                      {"OCL_ICD_FILENAMES", ""}};
  const auto broken = chapter.run({"--quick"}, only_these);
  CAPTURE(broken.output);
  CHECK(broken.exit_code == 1);
  CHECK(contains(broken.output, "broken.icd: libnosuchdriver.so (not in use)"));

  std::string pocl;
  for (const Registration& driver : registered_drivers())
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
