// The questions that can be put to a device, as one table: the text output, the JSON output and the
// tests walk it. What it holds and how answers are decoded is in queries.cpp.
#pragma once

#include "common/opencl.hpp"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace platforms {

/// An answer as OpenCL gives it: bytes, whose meaning the asker has to know.
using Bytes = std::vector<std::byte>;

/// How the bytes of an answer are to be read.
enum class Type {
  text,     ///< characters with a terminating zero
  words,    ///< the same, a list separated by spaces
  number,   ///< cl_uint, cl_ulong or size_t, by its size
  boolean,  ///< cl_bool
  sizes,    ///< several size_t
  flags,    ///< a bit field; the names of its bits are in Query::words
  choice,   ///< one constant out of Query::words
  choices,  ///< several constants out of Query::words
  versions, ///< several cl_name_version
};

/// A constant, or a bit of a bit field, in plain words.
struct Word {
  cl_ulong value;
  const char* text;
};

/// One question: clGetDeviceInfo(device, info, ...).
struct Query {
  cl_device_info info;
  const char* constant; ///< the name of `info`: "CL_DEVICE_MAX_COMPUTE_UNITS"
  int since;            ///< the OpenCL version that brought it: 120 is OpenCL 1.2
  const char* label;
  Type type;
  const char* unit;    ///< "bytes", "MHz", ...; "" for none
  const char* meaning; ///< what it is good for, with the chapter where it counts
  std::span<const Word> words = {};
};

/// Questions that belong together.
struct Group {
  const char* name; ///< what --group takes
  const char* title;
  std::vector<Query> queries;
};

const std::vector<Group>& groups();

/// The answer as a value: a string, a number, a bool or an array; null without an answer.
nlohmann::json decode(const Query& query, const std::optional<Bytes>& answer);

/// The same for people: "6.71 GiB", "yes", "equally, by counts", "-".
std::string in_words(const Query& query, const nlohmann::json& value);

/// What an extension is good for; empty for one that this chapter does not know.
std::string extension_meaning(const std::string& name);

} // namespace platforms
