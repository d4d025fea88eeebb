#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// The numbers in an answer such as "0,2", in the order of the answer. Throws std::invalid_argument
/// unless it is a list of different numbers below `count`.
std::vector<std::size_t> chosen(const std::string& answer, std::size_t count);
