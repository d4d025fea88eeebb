#include "exercise.hpp"

#include <sstream>

std::vector<std::size_t> chosen(const std::string& answer, std::size_t) {
  std::vector<std::size_t> numbers;
  std::istringstream stream(answer);
  for (std::size_t number = 0; stream >> number; stream.ignore())
    numbers.push_back(number);
  return numbers;
}
