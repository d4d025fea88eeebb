// Chapter 12: the built-in functions are what the lesson says, and a wrong kernel is noticed.

#include "tests/support/chapter.hpp"

#include "common/device.hpp"

#include <doctest/doctest.h>

#include <set>

using tests::contains;
using tests::on_pocl;
using tests::Shows;

namespace {

const tests::Lab chapter("12_built_in_functions");

} // namespace

TEST_CASE("12: all experiments pass, and the JSON holds what they found") {
  const auto document = chapter.results({"--quick"});
  const std::set<std::string> names{"ids",       "ulp",       "forms",      "parts",    "integers",
                                    "geometry",  "relations", "vectors",    "copies",   "atomics",
                                    "atomics64", "float-add", "contention", "speak",    "printf",
                                    "primes",    "maximum",   "bits",       "counting", "beta"};
  for (const std::string& name : names) {
    CAPTURE(name);
    CHECK(document.contains(name));
  }
  // Mathematics: each function has a row, and the middle of its errors is small.
  const auto& ulp = document.at("ulp");
  REQUIRE(ulp.at("rows").size() >= 30);
  for (const auto& row : ulp.at("rows")) {
    CAPTURE(row.at("function").get<std::string>());
    CHECK(row.at("middle_ulp").get<double>() <= 2.0);
    CHECK(row.at("compared").get<int>() > 100);
    if (on_pocl() && row.at("bound").get<double>() >= 0)
      CHECK(row.at("verdict") == "within");
  }
  for (const auto& row : document.at("forms").at("rows"))
    for (const char* key : {"full_ns", "half_ns", "native_ns"})
      CHECK(row.at(key).get<double>() > 0.0);
  CHECK(document.at("parts").at("fract_of_tiny").get<float>() < 1.0F);
  CHECK(document.at("integers").at("of_640") ==
        nlohmann::json{{"tenth", 64}, {"log2", 9}, {"power", 1024}, {"zeros", 7}});
  CHECK(document.at("atomics").at("first") == 100); // the old values
  CHECK(document.at("atomics").at("last") == 100 + 3 * 999);
  CHECK(document.at("atomics").at("sum") == 100 + 3 * 1000);
  CHECK(document.at("float-add").at("exact") == 4096 * 4097 / 2);
  CHECK(document.at("contention").at("rows").size() == 10);
  CHECK(document.at("primes").at("rows")[0].at("primes") == 168); // pi(1000)
  CHECK(document.at("beta").at("lgamma_off").get<double>() < 1e-3);
}

TEST_CASE("12: all experiments pass with work-groups of one work-item") {
  const auto result = chapter.run({"--quick"}, {{"POCL_MAX_WORK_GROUP_SIZE", "1"}});
  INFO(result.output);
  CHECK(result.exit_code == 0);
  for (const char* words : {"functions are within their bound", "no increment is lost",
                            "in 48 groups of 1x1x1", "work-item 3: hex 0x102", "verified"})
    if (on_pocl() || !contains(words, "48 groups"))
      CHECK(contains(result.output, words));
}

TEST_CASE("12: what kernels print is caught, and names the wrong element") {
  const auto result = chapter.run({"--quick", "--only", "speak"});
  INFO(result.output);
  CHECK(result.exit_code == 0);
  for (const char* line :
       {"work-item 0: hex 0xff, float 0.00", "work-item 3: hex 0x102, float 0.75",
        "text literal, 100%", "2.750000 is the vector of work-item 2",
        "roots: element 3: the root of -2 is"})
    CHECK(contains(result.output, line));
  CHECK(!contains(result.output, "roots: element 2"));
  const auto printf = chapter.experiment("printf");
  CHECK(printf.at("lines").size() == 8);
  if (on_pocl())
    CHECK(printf.at("as_expected") == true);
}

TEST_CASE("12: relations of special numbers") {
  const auto result = chapter.run({"--quick", "--only", "relations"});
  INFO(result.output);
  CHECK(result.exit_code == 0);
  CHECK(contains(result.output, "nan      nan  isnotequal isunordered"));
  CHECK(contains(result.output, "isgreaterequal islessequal isordered"));
}

TEST_CASE("12: a wrong kernel does not pass") {
  chapter.notices({
      {"math.cl", "acos(x))", "asin(x))", "ulp", "the device computes acos"},
      {"math.cl", "floor, floor(x)", "floor, trunc(x)", "ulp", "the device computes floor"},
      {"forms.cl", "native_sin(x)", "native_cos(x)", "forms", "sin_native computes sin"},
      {"ids.cl", "get_local_id(2) * get_local_size(1)", "get_local_id(2) * 7", "ids",
       "a local linear id is less than"},
      {"parts.cl", "modf(x, &whole)", "fract(x, &whole)", "parts", "modf is wrong"},
      {"parts.cl", "ilogb(x)", "ilogb(2 * x)", "parts", "ilogb or logb is wrong"},
      {"integers.cl", "rhadd(a, b)", "hadd(a, b)", "integers", "rhadd of ints"},
      {"integers.cl", "0xCCCCCCCDu) >> 3", "0xCCCCCCCDu) >> 2", "integers", "divides by ten"},
      {"geometry.cl", "step(x, y)", "step(y, x)", "geometry", "step: "},
      {"geometry.cl", "cross(a, b)", "cross(b, a)", "geometry", "cross is right"},
      {"relations.cl", "BIT(12, isnormal(x))", "BIT(12, isfinite(x))", "relations",
       "the relations of"},
      {"vectors.cl", "vload3(0, in + base + 2)", "vload3(0, in + base + 1)", "vectors",
       "loaded from any"},
      {"vectors.cl", "vload4(0, pair + 8)", "vload4(8, pair)", "vectors", "each pair is swapped"},
      {"atomics.cl", "atomic_dec(cells + 4)", "atomic_inc(cells + 4)", "atomics",
       "atomic_dec count"},
      {"atomics.cl", "old_count[id] = atomic_add(cells + 0, 3)",
       "old_count[id] = atomic_add(cells + 0, 3) + 3", "atomics", "returns the old value"},
      {"atomics.cl", "as_float(expected) + value", "as_float(expected) + 2 * value", "float-add",
       "no addition is lost"},
      {"atomics.cl", "atomic_inc(mine)", "*mine = 1", "contention", "no increment is lost"},
      {"printing.cl", "if (isnan(out[i]))", "if (false)", "printf", "the wrong element was named"},
      {"programs.cl", "(ulong)d * d <= number", "(ulong)d * d < number", "primes",
       "those of the sieve"},
      {"programs.cl", "if (x > 0)", "if (x > 1)", "maximum", "the largest of its cross"},
      {"programs.cl", "& queries[i]", "| queries[i]", "bits", "the most common bits"},
      {"atomics.cl", "numbers[i] > 0)\n    atomic_inc(&in_group)",
       "numbers[i] != 0)\n    atomic_inc(&in_group)", "counting", "the count is that of the host"},
      {"programs.cl", "lgamma(x) + lgamma(y)", "lgamma(x) - lgamma(y)", "beta", "both formulas"},
  });
  if (common::has_extension(common::pick_device(), "cl_khr_int64_base_atomics"))
    chapter.notices({{"atomics64.cl", "3000000000L); // more", "3000000001L); // more", "atomics64",
                      "add up"}});
}

TEST_CASE("12: each mistake shows itself, or is skipped with a reason") {
  chapter.shows(
      {{"lost-update", "64 work-items that all load, then all store: the counter is 1."},
       {"new-value", "the tickets are 0, 1, 2, 3, and the counter is 4"},
       {"vload-bytes", "in bytes it is element 128, with one in floats element 32"},
       {"half-of-n", "0, 1, 2, 3, 4, 5, 7, 11, 13, 17, 19."},
       {"row-wrap", "its maximum is 9"},
       {"flt-min", "The maximum of -3, -1, -2 is 1.17549e-38; from -INFINITY on it is -1"},
       {"mixed-max", "the compiler refuses"},
       {"late-vector", "clFinish", Shows::perhaps},
       {"wide-mul24", "mul24 gives", Shows::perhaps},
       {"exact-zero", "sinpi gives 0"},
       {"native-range", "native_sin(1e+08)"}});
}
