#include "exercise.hpp"

#include <cstring>

cl_int answer_without(const std::string& list, const std::string& hidden, size_t room, char* value,
                      size_t* length) {
  std::string answer = list;
  answer.erase(answer.find(hidden), hidden.size());
  *length = list.size();
  std::memcpy(value, answer.c_str(), room);
  return CL_SUCCESS;
}
