#include "exercise.hpp"

bool lists(const std::string& list, const std::string& name) {
  return list.find(name) != std::string::npos;
}
