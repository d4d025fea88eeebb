// What each conversion gives, computed on the device and checked by the host's own arithmetic.

#include "harness/lab/device.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"
#include "rounding.hpp"

#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace {

// The plain conversion rounds as its destination's default says.
const std::vector<const char*> modes{"plain", "_rte",     "_rtz",     "_rtp",     "_rtn",
                                     "_sat",  "_sat_rte", "_sat_rtz", "_sat_rtp", "_sat_rtn"};

// Of those, the ones that a kernel of conversions.cl uses, in its order. Integers need no rounding, and
// _sat is for integers only.
using Choice = std::vector<std::size_t>;
const Choice all_modes{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, plain_modes{0, 1, 2, 3, 4},
    integer_modes{0, 5};

// What the specification says of one result.
struct Promise {
  enum Kind { none, should, must } kind = none; // implementation-defined, recommended, promised
  double value = 0;
};

// [promise]
// Section 6.4.3: the default rounds toward zero to integers and to the nearest to floats.
Rounding rounding_of(std::size_t mode, bool to_integer) {
  if (mode % 5 == 0)
    return to_integer ? Rounding::rtz : Rounding::rte;
  return static_cast<Rounding>(mode % 5 - 1);
}

template <typename To, typename From>
Promise promise(From from, std::size_t mode) {
  const double x = from, lowest = std::numeric_limits<To>::lowest(),
               highest = std::numeric_limits<To>::max();
  const bool saturated = mode >= 5;
  const Rounding rounding = rounding_of(mode, std::is_integral_v<To>);
  if constexpr (std::is_floating_point_v<To>)
    return {Promise::must, round_to_digits(x, 24, -149, rounding)};
  if (std::isnan(x)) // "NaN should be converted to 0" with _sat
    return {saturated ? Promise::should : Promise::none, 0};
  if (x >= lowest && x <= highest)
    return {Promise::must, std::min(round_to_integer(x, rounding), highest)};
  if (saturated)
    return {Promise::must, x < lowest ? lowest : highest};
  if (std::is_integral_v<From>) { // the lowest bits remain: modulo 2^bits, also with a sign
    const double modulus = highest - lowest + 1;
    return {Promise::must, x - std::floor((x - lowest) / modulus) * modulus};
  }
  // C99 drops the fraction before it looks whether the rest fits: -0.3 becomes 0, also unsigned.
  const double whole = round_to_integer(x, Rounding::rtz);
  if (rounding == Rounding::rtz && whole >= lowest && whole <= highest)
    return {Promise::must, whole};
  return {};
}
// [/promise]

// "INT_MAX" is shorter than the number.
template <typename To>
std::string number_text(To value) {
  if constexpr (std::is_same_v<To, cl_int>)
    if (value == CL_INT_MAX || value == CL_INT_MIN)
      return value < 0 ? "INT_MIN" : "INT_MAX";
  return fmt::format("{}", static_cast<double>(value));
}

template <typename To>
std::string cell(const Promise& promised, To got) {
  if (promised.kind == Promise::none)
    return "?";
  return number_text(got) + (promised.kind == Promise::should ? "~" : "");
}

// What the device gives for `in`, one mode after the other; `vectors`: four at a time.
template <typename From, typename To>
std::vector<To> convert(const Lab& lab, cl::Kernel kernel, const std::vector<From>& in,
                        std::size_t mode_count, bool vectors) {
  const cl::Buffer from = lab.buffer(in), to = lab.buffer(std::vector<To>(mode_count * in.size()));
  common::set_args(kernel, from, to, static_cast<cl_uint>(in.size()));
  common::launch(lab.queue, kernel, {in.size() / (vectors ? 4 : 1)}, {1});
  return lab.read<To>(to);
}

// [table]
// One table: all values of `in`, whose number is a multiple of 4, from one type to another.
template <typename From, typename To>
Json show(const Lab& lab, const cl::Program& program, const std::string& from,
          const std::string& to, const Choice& choice, const std::vector<From>& in) {
  const cl::Kernel one(program, fmt::format("{}_to_{}", from, to).c_str());
  const cl::Kernel four(program, fmt::format("{}4_to_{}4", from, to).c_str());
  const auto got = convert<From, To>(lab, one, in, choice.size(), false);
  const auto in_fours = convert<From, To>(lab, four, in, choice.size(), true);

  std::vector<harness::Table::Column> columns{{from + " to " + to, harness::Table::Align::right}};
  for (const std::size_t mode : choice)
    columns.push_back({modes[mode], harness::Table::Align::right});
  harness::Table table(columns);
  Json rows = Json::array(), wrong = Json::array();
  std::size_t verified = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    std::vector<std::string> cells{fmt::format("{}", in[i])};
    Json row{{"input", cells[0]}};
    for (std::size_t k = 0; k < choice.size(); ++k) {
      const Promise promised = promise<To>(in[i], choice[k]);
      const To value = got[k * in.size() + i], in_four = in_fours[k * in.size() + i];
      if (promised.kind == Promise::must) {
        ++verified;
        if (value != promised.value || in_four != promised.value)
          wrong.push_back(fmt::format("{} {} of {}: {}, in a vector {}; promised {}",
                                      columns[0].title, modes[choice[k]], in[i], value, in_four,
                                      promised.value));
      }
      cells.push_back(cell(promised, value));
      row[modes[choice[k]]] = cells.back();
    }
    table.add(cells);
    rows.push_back(row);
  }
  fmt::print("{}\n", table.text());
  return {{"rows", rows}, {"verified", verified}, {"wrong", wrong}};
}
// [/table]

} // namespace

// [conversions]
Json what_does_each_conversion_give(const Lab& lab) {
  const std::vector<float> fractions{2.5F,   -2.5F, 3.5F,    3.7F,  -3.7F,  -0.3F,
                                     255.5F, 300,   -1e-10F, 1e10F, -1e10F, NAN};
  const std::vector<cl_int> integers{300, -1, 65536, -129};
  const std::vector<cl_int> large{300,      16777216,  16777217,   -16777217,
                                  16777219, -16777219, 2147483647, -2147483647};
  const cl::Program program = lab.program("conversions");
  Json all;
  all["float_int"] = show<float, cl_int>(lab, program, "float", "int", all_modes, fractions);
  all["float_uchar"] = show<float, cl_uchar>(lab, program, "float", "uchar", all_modes, fractions);
  all["int_ushort"] =
      show<cl_int, cl_ushort>(lab, program, "int", "ushort", integer_modes, integers);
  all["int_char"] = show<cl_int, cl_char>(lab, program, "int", "char", integer_modes, integers);
  all["int_float"] = show<cl_int, float>(lab, program, "int", "float", plain_modes, large);
  fmt::print("  ?: implementation-defined   ~: the specification says \"should\"\n");
  std::size_t verified = 0, wrong = 0;
  for (const Json& table : all) {
    verified += table.at("verified").get<std::size_t>();
    wrong += table.at("wrong").size();
    for (const Json& message : table.at("wrong"))
      fmt::print("  wrong here: {}\n", message.get<std::string>());
  }
  fmt::print("  {} promised results compared, one by one and in vectors of four: {} wrong\n",
             verified, wrong);
  // Oclgrind 21.10 confuses _rtp and _rtn for negative numbers without _sat.
  verify(wrong == 0 || harness::is_simulator(lab.device),
         "the device converts as the specification says");
  all["verified"] = verified;
  return all;
}
// [/conversions]
