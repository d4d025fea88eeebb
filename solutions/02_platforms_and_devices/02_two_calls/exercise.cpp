#include "exercise.hpp"

std::string platform_text(cl_platform_id platform, cl_platform_info info) {
  std::size_t length = 0;
  clGetPlatformInfo(platform, info, 0, nullptr, &length);
  std::string text(length, '\0');
  clGetPlatformInfo(platform, info, length, text.data(), nullptr);
  text.resize(length > 0 ? length - 1 : 0); // without the zero byte
  return text;
}
