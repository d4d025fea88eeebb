#include "exercise.hpp"

#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace {

using Answer = std::vector<unsigned char>;

// What the device answers in place of the truth, while it is not empty; nullopt is an error.
std::map<cl_device_info, std::optional<Answer>> planted;
cl_int planted_error = CL_INVALID_VALUE;
bool too_small = false;

Answer text(const std::string& words) {
  return {words.c_str(), words.c_str() + words.size() + 1};
}

template <typename T>
Answer numbers(const std::vector<T>& values) {
  Answer bytes(values.size() * sizeof(T));
  if (!values.empty())
    std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

} // namespace

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info info, std::size_t size, void* value,
                       std::size_t* length) {
  const auto answer = planted.find(info);
  if (answer == planted.end())
    return exercise::original<decltype(&clGetDeviceInfo)>("clGetDeviceInfo")(device, info, size,
                                                                             value, length);
  if (!answer->second)
    return planted_error;
  const Answer& bytes = *answer->second;
  if (value && size < bytes.size()) {
    too_small = true;
    return CL_INVALID_VALUE;
  }
  if (length)
    *length = bytes.size();
  if (value)
    std::copy(bytes.begin(), bytes.end(), static_cast<unsigned char*>(value));
  return CL_SUCCESS;
}

EXERCISE_CHECK(bench) {
  const cl::Device& device = bench.session.device;
  const auto expect = [&](const Question& question, const std::string& want) {
    bench.trying(question.name);
    const std::vector<std::string> got = answers(device, {question});
    bench.expect(got.size() == 1,
                 fmt::format("{}: {} lines for one question", question.name, got.size()));
    bench.expect(!too_small,
                 fmt::format("{}: asked with less room than the answer needs. Ask for its size "
                             "first, with a null pointer for the value.",
                             question.name));
    const std::string line = question.name + " = " + want;
    const auto shown = [](const std::string& words) { // where long ones begin to differ
      return words.size() <= 150
                 ? words
                 : words.substr(0, 100) + "... (" + std::to_string(words.size()) + " characters)";
    };
    bench.expect(got[0] == line, fmt::format("got  '{}'\n  want '{}'", shown(got[0]), shown(line)));
  };
  const auto plant = [&](const char* name, Kind kind, const Answer& answer, const std::string& want,
                         const std::vector<Bit>& bits = {}) {
    constexpr cl_device_info number = 0x7777;
    planted[number] = answer;
    expect({number, name, kind, bits}, want);
  };

  // This device
  expect({CL_DEVICE_MAX_COMPUTE_UNITS, "CL_DEVICE_MAX_COMPUTE_UNITS", Kind::number32},
         std::to_string(device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>()));
  expect({CL_DEVICE_GLOBAL_MEM_SIZE, "CL_DEVICE_GLOBAL_MEM_SIZE", Kind::number64},
         std::to_string(device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>()));
  expect({CL_DEVICE_MAX_WORK_ITEM_SIZES, "CL_DEVICE_MAX_WORK_ITEM_SIZES", Kind::sizes},
         fmt::format("{}", fmt::join(device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>(), " x ")));
  expect({CL_DEVICE_AVAILABLE, "CL_DEVICE_AVAILABLE", Kind::yes_no},
         device.getInfo<CL_DEVICE_AVAILABLE>() == CL_TRUE ? "yes" : "no");

  // One that answers differently
  plant("a planted text", Kind::text, text("one two"), "one two");
  plant("a planted text with blanks", Kind::text, text("  one  two "), "one  two");
  plant("a planted text, nothing but its zero byte", Kind::text, text(""), "");
  plant("a planted text without any byte", Kind::text, {}, "");
  plant("a planted text of 5000 characters", Kind::text, text(std::string(5000, 'x')),
        std::string(5000, 'x'));
  plant("a planted number of 32 bits", Kind::number32, numbers<cl_uint>({4000000001}),
        "4000000001");
  plant("a planted number of 64 bits", Kind::number64, numbers<cl_ulong>({20000000001}),
        "20000000001");
  plant("a planted yes", Kind::yes_no, numbers<cl_bool>({CL_TRUE}), "yes");
  plant("a planted no", Kind::yes_no, numbers<cl_bool>({CL_FALSE}), "no");
  plant("one planted size", Kind::sizes, numbers<std::size_t>({7}), "7");
  plant("five planted sizes", Kind::sizes, numbers<std::size_t>({1, 20000000000, 3, 44, 5}),
        "1 x 20000000000 x 3 x 44 x 5");
  plant("no planted sizes", Kind::sizes, {}, "none");
  const std::vector<Bit> bits{{4, "four"}, {1, "one"}, {cl_bitfield{1} << 40, "far"}};
  plant("planted bits 0x1", Kind::bits, numbers<cl_bitfield>({1}), "one", bits);
  plant("planted bits 0x5", Kind::bits, numbers<cl_bitfield>({5}), "four, one", bits);
  plant("planted bits 0x10000000001", Kind::bits,
        numbers<cl_bitfield>({(cl_bitfield{1} << 40) + 1}), "one, far", bits);
  plant("planted bits 0x61", Kind::bits, numbers<cl_bitfield>({0x61}), "one, 0x60", bits);
  plant("planted bits 0x8000000000000000", Kind::bits, numbers<cl_bitfield>({cl_bitfield{1} << 63}),
        "0x8000000000000000", bits);
  plant("planted bits 0x0", Kind::bits, numbers<cl_bitfield>({0}), "none", bits);
  planted[0x7777] = std::nullopt;
  expect({0x7777, "a question that the device does not know", Kind::number32}, "(not known)");

  // Several, in their order; and an error
  planted[0x7778] = numbers<cl_uint>({12});
  bench.trying("three questions");
  const std::vector<std::string> lines = answers(
      device,
      {{0x7778, "b", Kind::number32}, {0x7777, "a", Kind::text}, {0x7778, "b", Kind::number32}});
  bench.expect(lines == std::vector<std::string>{"b = 12", "a = (not known)", "b = 12"},
               fmt::format("three questions: got '{}'", fmt::join(lines, "', '")));
  planted_error = CL_OUT_OF_HOST_MEMORY;
  cl_int thrown = CL_SUCCESS;
  try {
    answers(device, {{0x7777, "a question that fails", Kind::text}});
  } catch (const cl::Error& error) {
    thrown = error.err();
  }
  bench.expect(thrown == CL_OUT_OF_HOST_MEMORY,
               "clGetDeviceInfo failed with CL_OUT_OF_HOST_MEMORY, and no cl::Error says so.");
  planted.clear();
}
