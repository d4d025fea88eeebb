#include "exercise.hpp"

#include <sstream>

bool lists(const std::string& list, const std::string& name) {
  std::istringstream stream(list);
  for (std::string word; stream >> word;)
    if (word == name)
      return true;
  return false;
}
