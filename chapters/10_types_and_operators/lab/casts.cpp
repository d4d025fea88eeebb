// Which conversions the compiler makes by itself or by a cast, and which it refuses.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "lab.hpp"

#include <fmt/format.h>
#include <regex>

namespace {

// [casts]
// What the compiler does by itself, or by a cast, and what only by a function.
const std::vector<const char*> allowed{
    "float f = i;",                   // scalars convert as in C
    "int k = 2.9f;",                  // also where something is lost
    "float2 v = 1;",                  // a scalar goes into all components
    "float2 v = (float2)i;",          // the same, said aloud
    "float2 v = convert_float2(i2);", // component by component
    "int4 v = i4 + 1;",               // the scalar becomes a vector
    "float2 v = as_float2(i2);",      // other type, same bits
};

const std::vector<const char*> refused{
    "float2 v = i2;",                  // vectors never convert by themselves
    "float2 v = (float2)i2;",          // nor by a cast
    "uint4 v = i4 + u4;",              // two vectors must have one type
    "int4 v = i4 + 0.5f;",             // the scalar would lose something
    "float2 v = convert_float2(i4);",  // as many components
    "float v = convert_float_sat(i);", // _sat is for integers
    "long v = as_long(i);",            // as many bytes
    "float4 v = f4 % 2.0f;",           // remainders, bits and shifts are for integers
    "float4 v = f4 & 1;",              //
    "float4 v = (float4)(f2, 1.0f);",  // the components must add up
    "f4.12 = f2;",                     // numbers need an s
    "float2 v = f4.high;",             // it is .hi
    "f4.xx = f2;",                     // no component twice on the left
    "float2 v = f4.xs1;",              // letters or numbers, not both
};
// [/casts]

std::string kernel_with(const std::string& statements) {
  return "kernel void k(global int* out, int i, int2 i2, int4 i4, uint4 u4, float2 f2, float4 f4) "
         "{\n" +
         statements + "\n}\n";
}

// What the compiler has against this statement: its first error; empty where it has nothing.
std::string complaint(const Lab& lab, const std::string& statement) {
  try {
    common::build_source(lab.context, lab.device, kernel_with(statement));
    return {};
  } catch (const common::BuildError& error) {
    std::smatch match; // "error: ", perhaps a place in a file, the message
    const std::regex pattern(R"(error: (?:\S+:\d+:\d+(?: <[^>]*>)?: )?(.*))");
    return std::regex_search(error.log, match, pattern) ? match[1].str() : "an error";
  }
}

} // namespace

// [try]
Json which_conversions_come_by_themselves(const Lab& lab) {
  Json good = Json::array(), bad = Json::array();
  std::string all;
  for (const char* statement : allowed) {
    all += fmt::format("{{ {} }}\n", statement);
    good.push_back(statement);
    fmt::print("  {:<34} compiles\n", statement);
  }
  common::build_source(lab.context, lab.device, kernel_with(all)); // or throws
  for (const char* statement : refused) {
    if (lab.quick && bad.size() == 4)
      break; // each is a program of its own, and takes its time
    const std::string error = complaint(lab, statement);
    if (error.empty()) // the specification forbids it, and this compiler does not mind
      fmt::print("  {:<34} compiles here\n", statement);
    else
      fmt::print("  {:<34} refused:\n    {}\n", statement, error);
    bad.push_back({{"statement", statement}, {"error", error}});
  }
  return {{"allowed", good}, {"refused", bad}};
}
// [/try]
