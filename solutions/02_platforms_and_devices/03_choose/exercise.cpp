#include "exercise.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

std::vector<std::size_t> chosen(const std::string& answer, std::size_t count) {
  std::vector<std::size_t> numbers;
  std::istringstream parts(answer + ",");
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t first = part.find_first_not_of(' ');
    const std::size_t last = part.find_last_not_of(' ');
    part = first == std::string::npos ? "" : part.substr(first, last - first + 1);
    if (part.empty() || part.size() > 9 ||
        part.find_first_not_of("0123456789") != std::string::npos)
      throw std::invalid_argument("'" + part + "' is no number of a device");
    const std::size_t number = std::stoul(part);
    if (number >= count)
      throw std::invalid_argument("there is no device " + part);
    if (std::count(numbers.begin(), numbers.end(), number) > 0)
      throw std::invalid_argument("device " + part + " comes twice");
    numbers.push_back(number);
  }
  return numbers;
}
