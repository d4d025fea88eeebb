// Every error of OpenCL in words, and what run_main() makes of exceptions.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/session.hpp"
#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <map>
#include <new>
#include <regex>
#include <set>
#include <unistd.h>

using tests::contains;

namespace {

// The error codes that the header of the OpenCL API declares, read from its text. They stand first;
// CL_BUILD_NONE and its kin reuse some of the numbers later.
std::map<cl_int, std::string> codes_of_header() {
  const std::string header = common::read_text(tests::fs::path(OPENCL_HEADERS) / "CL/cl.h");
  std::map<cl_int, std::string> codes;
  const std::regex definition(R"(#define\s+(CL_\w+)\s+(-\d+)\b)");
  for (auto match = std::sregex_iterator(header.begin(), header.end(), definition);
       match != std::sregex_iterator(); ++match)
    codes.emplace(std::stoi(match->str(2)), match->str(1));
  return codes;
}

int code_of(const std::function<int()>& body) {
  int code = -1;
  tests::output_of([&] { code = common::run_main(body); });
  return code;
}

std::string text_of(const std::function<int()>& body) {
  return tests::output_of([&] { common::run_main(body); });
}

} // namespace

TEST_CASE("error: every code of cl.h has its name, and no other is listed") {
  std::map<cl_int, std::string> listed;
  for (const common::ErrorInfo& info : common::all_errors())
    listed[info.code] = info.name;
  CHECK(listed.erase(-1001) == 1); // of the ICD loader, in cl_ext.h
  CHECK(listed.erase(-9999) == 1); // of NVIDIA's driver, in no header
  const auto declared = codes_of_header();
  CHECK(declared.size() >= 60);
  for (const auto& entry : declared) {
    const auto& code = entry.first;
    const auto& name = entry.second;
    CAPTURE(code);
    CHECK(listed[code] == name);
  }
  CHECK(listed.size() == declared.size());
}

TEST_CASE("error: every code has its own meaning and advice, in sentences") {
  std::set<std::string> meanings;
  cl_int previous = 0;
  for (const common::ErrorInfo& info : common::all_errors()) {
    CAPTURE(info.name);
    CHECK(info.code < previous);
    previous = info.code;
    for (const std::string text : {info.meaning, info.advice}) {
      CHECK(text.size() > 15);
      CHECK(text.back() == '.');
      CHECK_FALSE(contains(text, "  "));
    }
    CHECK(std::string(info.meaning) != info.advice);
    CHECK(meanings.insert(info.meaning).second);
    CHECK(common::error_name(info.code) == info.name);
  }
}

TEST_CASE("error: a code that is not OpenCL's") {
  CHECK(contains(common::error_name(-12345), "-12345"));
  const std::string text = common::explain(cl::Error(-12345, "clVendorCall"));
  CHECK(contains(text, "clVendorCall"));
  CHECK(contains(text, "-12345"));
}

TEST_CASE("error: what NVIDIA's driver says of a kernel that left its buffers") {
  const std::string text = common::explain(cl::Error(-9999, "clWaitForEvents"));
  CHECK(contains(text, "clWaitForEvents failed with an error of NVIDIA's own (-9999)"));
  CHECK(contains(text, "outside of its buffers"));
}

TEST_CASE("error: the explanation names call, code, meaning, advice") {
  for (const common::ErrorInfo& info : common::all_errors()) {
    const std::string text = common::explain(cl::Error(info.code, "clSomeCall"));
    CAPTURE(text);
    CHECK(contains(text, "clSomeCall"));
    CHECK(contains(text, info.name));
    CHECK(contains(text, fmt::format("({})", info.code)));
    CHECK(contains(text, info.meaning));
    CHECK(contains(text, info.advice));
  }
}

TEST_CASE("error: the explanation gives the numbers of the device") {
  const cl::Device device = common::pick_device();
  const auto limits = [&](cl_int code) {
    return common::explain(cl::Error(code, "clCall"), device);
  };
  const auto has_number = [&](cl_int code, auto number) {
    const std::string text = limits(code);
    CAPTURE(text);
    CHECK(std::regex_search(text, std::regex(fmt::format("\\b{}\\b", number))));
  };
  has_number(CL_INVALID_WORK_GROUP_SIZE, device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>());
  has_number(CL_INVALID_WORK_ITEM_SIZE, device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>()[1]);
  has_number(CL_OUT_OF_RESOURCES, device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>());
  has_number(CL_MISALIGNED_SUB_BUFFER_OFFSET, device.getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / 8);
  has_number(CL_INVALID_DEVICE_PARTITION_COUNT, device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
  has_number(CL_INVALID_IMAGE_SIZE, device.getInfo<CL_DEVICE_IMAGE2D_MAX_WIDTH>());
  CHECK(std::regex_search(limits(CL_INVALID_BUFFER_SIZE), std::regex(R"(\d MiB)")));
  has_number(CL_MEM_OBJECT_ALLOCATION_FAILURE,
             device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>() >> 20);
  // An error that no limit explains gets none.
  CHECK_FALSE(contains(limits(CL_INVALID_KERNEL_NAME), "Limits"));
}

TEST_CASE("run_main: exit codes") {
  CHECK(code_of([] { return 0; }) == 0);
  CHECK(code_of([] { return 1; }) == 1);
  CHECK(code_of([]() -> int { throw common::Error("e"); }) == 1);
  CHECK(code_of([]() -> int { throw common::BuildError("e", "log"); }) == 1);
  CHECK(code_of([]() -> int { throw common::UsageError("e"); }) == 2);
  CHECK(code_of([]() -> int { throw common::Skip("e"); }) == 77);
  CHECK(code_of([]() -> int { throw common::Exit{5}; }) == 5);
  CHECK(code_of([]() -> int { throw cl::Error(CL_INVALID_VALUE, "clCall"); }) == 1);
  CHECK(code_of([]() -> int { throw std::bad_alloc(); }) == 1);
  CHECK(code_of([]() -> int { throw std::runtime_error("e"); }) == 1);
  CHECK(code_of([]() -> int { throw 42; }) == 1);
}

TEST_CASE("run_main: what it says") {
  CHECK(text_of([] { return 0; }).empty());
  CHECK(text_of([]() -> int { throw common::Error("give me more."); }) == "error: give me more.\n");
  CHECK(contains(text_of([]() -> int { throw common::Skip("no images here."); }),
                 "skipped: no images here."));
  CHECK(contains(text_of([]() -> int { throw std::bad_alloc(); }), "smaller problem"));
  CHECK(text_of([]() -> int { throw common::Exit{0}; }).empty());
}

TEST_CASE("run_main: a failed OpenCL call becomes sentences with the numbers of the device") {
  const std::string text = text_of([]() -> int {
    const harness::Session session = tests::new_session();
    const cl::Buffer empty(session.context, CL_MEM_READ_WRITE, std::size_t{0});
    return 0;
  });
  CAPTURE(text);
  CHECK(contains(text, "error: clCreateBuffer failed with CL_INVALID_BUFFER_SIZE (-61)"));
  CHECK(contains(text, "What to try"));
  CHECK(std::regex_search(text, std::regex(R"(allows \d+ MiB in one allocation)")));
}

TEST_CASE("run_main: no file takes the number of a standard stream that is closed") {
  const int saved = dup(STDIN_FILENO);
  close(STDIN_FILENO);
  int number = -1;
  const int code = common::run_main([&] {
    number = open("/dev/null", O_RDONLY);
    return 0;
  });
  dup2(saved, STDIN_FILENO);
  CHECK(code == 0);
  CHECK(number > STDERR_FILENO);
  close(saved);
  close(number);
}

TEST_CASE("run_main: arguments reach the body") {
  std::string program = "program";
  std::string option = "--option";
  std::vector<char*> arguments{program.data(), option.data(), nullptr};
  CHECK(common::run_main(2, arguments.data(), [](int count, char** given) {
          return count == 2 && std::string(given[1]) == "--option" ? 0 : 1;
        }) == 0);
}
