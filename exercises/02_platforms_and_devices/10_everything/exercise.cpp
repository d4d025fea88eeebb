#include "exercise.hpp"

std::vector<std::string> answers(const cl::Device& device, const std::vector<Question>& questions) {
  std::vector<std::string> lines;
  for (const Question& question : questions) {
    char text[100] = "";
    clGetDeviceInfo(device(), question.number, sizeof text, text, nullptr);
    lines.push_back(question.name + " = " + text); // and if the answer is no text?
  }
  return lines;
}
