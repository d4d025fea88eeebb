// Choosing a device.

#include "common/device.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/session.hpp"

#include "common/error.hpp"
#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

#include <cctype>

using tests::contains;
using tests::ScopedEnvironment;

namespace {

std::string name_of(const cl::Device& device) {
  return device.getInfo<CL_DEVICE_NAME>().c_str();
}

std::string refusal(const std::string& selector) {
  return tests::message_of<common::Error>([&] { common::pick_device(selector); });
}

} // namespace

TEST_CASE("device: every index of the list is a device") {
  const auto devices = common::all_devices();
  REQUIRE_FALSE(devices.empty());
  for (std::size_t i = 0; i < devices.size(); ++i)
    CHECK(common::pick_device(std::to_string(i))() == devices[i]());
}

TEST_CASE("device: its index leads back to it") {
  for (const cl::Device& device : common::all_devices())
    CHECK(common::pick_device(harness::index_of(device))() == device());
  CHECK_THROWS_AS(harness::index_of(cl::Device()), common::Error);
}

TEST_CASE("device: a part of its name or platform's name, in any case") {
  const cl::Device first = common::all_devices().front();
  const std::string platform =
      cl::Platform(first.getInfo<CL_DEVICE_PLATFORM>()).getInfo<CL_PLATFORM_NAME>().c_str();
  for (std::string text : {name_of(first), platform}) {
    CHECK_NOTHROW(common::pick_device(text));
    for (char& c : text)
      c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    CHECK_NOTHROW(common::pick_device(text));
    CHECK_NOTHROW(common::pick_device(text.substr(1, text.size() / 2)));
  }
}

TEST_CASE("device: by type") {
  for (const auto& choice : {std::pair<std::string, cl_device_type>{"cpu", CL_DEVICE_TYPE_CPU},
                             {"GPU", CL_DEVICE_TYPE_GPU},
                             {"Accelerator", CL_DEVICE_TYPE_ACCELERATOR}}) {
    const auto& selector = choice.first;
    const auto& type = choice.second;
    CAPTURE(selector);
    bool there = false;
    for (const cl::Device& device : common::all_devices())
      there = there || (device.getInfo<CL_DEVICE_TYPE>() & type) != 0;
    if (there)
      CHECK((common::pick_device(selector).getInfo<CL_DEVICE_TYPE>() & type) != 0);
    else
      CHECK(contains(refusal(selector), selector));
  }
}

TEST_CASE("device: without a wish a GPU is taken before a CPU") {
  const ScopedEnvironment none("OCL_DEVICE", std::nullopt);
  bool gpu = false;
  for (const cl::Device& device : common::all_devices())
    gpu = gpu || (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
  const cl_device_type chosen = common::pick_device().getInfo<CL_DEVICE_TYPE>();
  if (gpu)
    CHECK((chosen & CL_DEVICE_TYPE_GPU) != 0);
  CHECK(common::current_device()() == common::pick_device()());
}

TEST_CASE("device: what fits nothing is refused with the list of devices") {
  for (const std::string selector :
       {"no such device", "999", "99999999999999999999999", "-1", "0x0", " "}) {
    CAPTURE(selector);
    if (selector == " " && contains(name_of(common::all_devices().front()), " "))
      continue;
    const std::string message = refusal(selector);
    CHECK(contains(message, "'" + selector + "'"));
    CHECK(contains(message, "\n  0: " + common::describe(common::all_devices().front())));
    CHECK(contains(message, "--device"));
  }
}

TEST_CASE("device: OCL_DEVICE is the wish where no other is given") {
  {
    const ScopedEnvironment variable("OCL_DEVICE", "no such device");
    CHECK(contains(refusal(""), "no such device"));
    CHECK_NOTHROW(common::pick_device("0"));
  }
  const ScopedEnvironment variable("OCL_DEVICE", "0");
  CHECK(common::pick_device()() == common::all_devices().front()());
  const ScopedEnvironment empty("OCL_DEVICE", "");
  CHECK_NOTHROW(common::pick_device());
}

TEST_CASE("device: its description in one line") {
  const cl::Device device = common::pick_device();
  const std::string text = common::describe(device);
  CHECK(contains(text, "OpenCL "));
  const cl_uint units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  CHECK(contains(text, fmt::format("{} compute unit{})", units, units == 1 ? "" : "s")));
  CHECK(text.find('\n') == std::string::npos);
  CHECK(text.find('\0') == std::string::npos);
}

TEST_CASE("device: version and extensions") {
  const cl::Device device = common::pick_device();
  const int version = common::device_version(device);
  CHECK(contains(device.getInfo<CL_DEVICE_VERSION>(),
                 fmt::format("OpenCL {}.{}", version / 100, version % 100 / 10)));
  const std::string extensions = device.getInfo<CL_DEVICE_EXTENSIONS>();
  const std::string first = extensions.substr(0, extensions.find(' '));
  CHECK(common::has_extension(device, first));
  CHECK_FALSE(common::has_extension(device, first.substr(0, first.size() - 1)));
  CHECK_FALSE(common::has_extension(device, "cl_khr_no_such_extension"));
}

TEST_CASE("device: a session has a queue in order that profiles") {
  const harness::Session session = tests::new_session();
  CHECK(session.queue.getInfo<CL_QUEUE_PROPERTIES>() == CL_QUEUE_PROFILING_ENABLE);
  CHECK(session.queue.getInfo<CL_QUEUE_DEVICE>()() == session.device());
  CHECK(session.context.getInfo<CL_CONTEXT_DEVICES>().front()() == session.device());
}
