#include "exercise.hpp"

#include <cstring>
#include <sstream>

cl_int answer_without(const std::string& list, const std::string& hidden, size_t room, char* value,
                      size_t* length) {
  std::istringstream words(list);
  std::string answer;
  for (std::string word; words >> word;)
    if (word != hidden)
      answer += (answer.empty() ? "" : " ") + word;
  if (length)
    *length = answer.size() + 1;
  if (value && room < answer.size() + 1)
    return CL_INVALID_VALUE;
  if (value)
    std::memcpy(value, answer.c_str(), answer.size() + 1);
  return CL_SUCCESS;
}
