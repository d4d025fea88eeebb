#include "exercise.hpp"

int compile(const cl::Device& device, const std::vector<std::string>& arguments,
            std::string& messages) {
  (void)device;
  (void)arguments;
  messages = "not written yet";
  return 2;
}
