#include "exercise.hpp"

#include <cstring>
#include <fmt/format.h>
#include <optional>

namespace {

using Bytes = std::vector<unsigned char>;

// Nothing if the device does not know the question.
std::optional<Bytes> ask(const cl::Device& device, cl_device_info number) {
  std::size_t size = 0;
  cl_int error = clGetDeviceInfo(device(), number, 0, nullptr, &size);
  Bytes bytes(size);
  if (error == CL_SUCCESS && size > 0)
    error = clGetDeviceInfo(device(), number, size, bytes.data(), nullptr);
  if (error == CL_INVALID_VALUE)
    return {};
  if (error != CL_SUCCESS)
    throw cl::Error(error, "clGetDeviceInfo");
  return bytes;
}

template <typename T>
T value(const Bytes& bytes, std::size_t index = 0) {
  T number{};
  if ((index + 1) * sizeof(T) <= bytes.size())
    std::memcpy(&number, bytes.data() + index * sizeof(T), sizeof(T));
  return number;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

std::string names_of(cl_bitfield set, const std::vector<Bit>& bits) {
  std::vector<std::string> names;
  for (const Bit& bit : bits)
    if ((set & bit.mask) != 0) {
      names.push_back(bit.name);
      set &= ~bit.mask;
    }
  if (set != 0)
    names.push_back(fmt::format("{:#x}", set));
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

std::string words(const Bytes& bytes, const Question& question) {
  switch (question.kind) {
  case Kind::text: {
    const std::string text(bytes.begin(), bytes.end());
    return trimmed(text.substr(0, text.find('\0')));
  }
  case Kind::number32:
    return std::to_string(value<cl_uint>(bytes));
  case Kind::number64:
    return std::to_string(value<cl_ulong>(bytes));
  case Kind::yes_no:
    return value<cl_bool>(bytes) != CL_FALSE ? "yes" : "no";
  case Kind::sizes: {
    std::vector<std::size_t> sizes;
    for (std::size_t i = 0; i < bytes.size() / sizeof(std::size_t); ++i)
      sizes.push_back(value<std::size_t>(bytes, i));
    return sizes.empty() ? "none" : fmt::format("{}", fmt::join(sizes, " x "));
  }
  case Kind::bits:
    return names_of(value<cl_bitfield>(bytes), question.bits);
  }
  return {};
}

} // namespace

std::vector<std::string> answers(const cl::Device& device, const std::vector<Question>& questions) {
  std::vector<std::string> lines;
  for (const Question& question : questions) {
    const std::optional<Bytes> bytes = ask(device, question.number);
    lines.push_back(question.name + " = " + (bytes ? words(*bytes, question) : "(not known)"));
  }
  return lines;
}
