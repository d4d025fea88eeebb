// Chapter 12: the lesson's picture is what its formulas say, the reader's own is drawn and watched; the built-in functions
// are what the laboratory says, and a wrong kernel is noticed.

#include "tests/support/chapter.hpp"
#include "tests/support/short_run.hpp"

#include "common/device.hpp"
#include "common/kernel_io.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <complex>
#include <set>

using tests::contains;
using tests::on_pocl;
using tests::Shows;

namespace {

const tests::Program program("12_built_in_functions");
const tests::Lab chapter("12_built_in_functions");

// The lesson's picture from the lesson's text: complex numbers turn it, and angles give the light.
std::array<double, 3> planet_at(int column, int row, int width, int height) {
  const double pi = std::acos(-1.0);
  const auto ramp = [](double from, double to, double x) {
    const double t = std::min(std::max((x - from) / (to - from), 0.0), 1.0);
    return 3 * t * t - 2 * t * t * t;
  };
  const auto blend = [](std::array<double, 3> a, const std::array<double, 3>& b, double t) {
    for (std::size_t k = 0; k < 3; ++k)
      a[k] = (1 - t) * a[k] + t * b[k];
    return a;
  };
  const auto random = [](unsigned x, unsigned y) {
    const auto turned = [](unsigned bits, int by) { return bits << by | bits >> (32 - by); };
    const unsigned mixed = turned(x * 2654435769U, 15) ^ y * 2246822507U;
    return (turned(mixed, 13) * 3266489909U >> 8) / 16777216.0;
  };
  const std::complex<double> place((column + 0.5 - 0.5 * width) * 2 / height,
                                   (row + 0.5 - 0.5 * height) * 2 / height),
      tilted = place * std::polar(1.0, -0.1 * pi);
  // The sky, with a star in each square of 24 pixels.
  auto colour = blend({0.02, 0.02, 0.08}, {0.25, 0.08, 0.3}, ramp(-1, 1.5, place.imag()));
  const unsigned x = static_cast<unsigned>(column) / 24, y = static_cast<unsigned>(row) / 24;
  const double dx = column - 24.0 * x - 4 - 15 * random(x, y);
  const double dy = row - 24.0 * y - 4 - 15 * random(y + 100, x);
  for (double& each : colour)
    each += random(x + 200, y) * std::exp(-dx * dx - dy * dy);
  // The ring, the planet, and the ring where it is in front.
  const double far = std::abs(std::complex<double>(tilted.real(), 3.2 * tilted.imag()));
  const double ring =
      ramp(0.62, 0.66, far) * ramp(-1.04, -1.0, -far) * (0.6 + 0.3 * std::cos(22 * pi * far));
  const std::array<double, 3> ice{0.8, 0.75, 0.95};
  colour = blend(colour, ice, ring);
  const double radius = std::abs(tilted), inside = ramp(-0.505, -0.495, -radius);
  const double up = std::acos(std::min(radius / 0.5, 1.0)); // how far it turns towards us
  const std::complex<double> flat = radius > 0 ? std::cos(up) * tilted / radius : 0;
  const double light = std::max(0.0, (-0.6 * flat.real() - 0.6 * flat.imag() + 0.5 * std::sin(up)) /
                                         std::sqrt(0.97));
  auto planet =
      blend({0.85, 0.45, 0.25}, {1.0, 0.85, 0.6},
            0.5 + 0.5 * std::sin(pi * (7 * flat.imag() + 0.3 * std::sin(5 * flat.real()))));
  for (double& each : planet)
    each *= 0.04 + 0.96 * light;
  colour = blend(colour, planet, inside);
  return blend(colour, ice, ring * inside * ramp(-0.01, 0.01, tilted.imag()));
}

// A kernel file that paints everything in one colour.
std::string one_colour(const std::string& colour) {
  return "kernel void picture(global float4* pixels, uint width, uint height) {\n"
         "  const size_t x = get_global_id(0), y = get_global_id(1);\n"
         "  if (x < width && y < height)\n"
         "    pixels[y * width + x] = (float4)(" +
         colour + ", 1.0f);\n}\n";
}

} // namespace

TEST_CASE("12: each pixel is what the formulas of the lesson say") {
  for (const int size : {256, 37, 1})
    for (const tests::Environment& environment : tests::any_group_size) {
      const int width = size * 3 / 2;
      const common::Image picture =
          program.picture({"--size", std::to_string(size)},
                          {"all of them written", "verified: no colour differs"}, environment);
      REQUIRE(picture.width == width);
      REQUIRE(picture.height == size);
      int wrong = 0, bright = 0;
      for (int row = 0; row < size; ++row)
        for (int column = 0; column < width; ++column)
          for (std::size_t k = 0; k < 3; ++k) {
            const double want = 255 * std::min(planet_at(column, row, width, size)[k], 1.0);
            const double got =
                picture.pixels[4 * static_cast<std::size_t>(row * width + column) + k];
            wrong += std::abs(got - want) <= 0.51 + 0.26 ? 0 : 1; // rounded, and 0.001 of 255 off
            bright += got > 128;
          }
      CHECK(wrong == 0);
      CHECK((bright > 0 || size == 1));
    }
}

TEST_CASE("12: the program notices a wrong kernel" * tests::long_tier) {
  program.notices({
      {"picture.cl", "sinpi(7 *", "sin(7 *", "", "a colour differs"},
      {"picture.cl", "rotate(x, 13u)", "rotate(x, 12u)", "", "a colour differs"},
      {"picture.cl", "smoothstep(0.62f, 0.66f,", "step(0.64f,", "", "a colour differs"},
      {"picture.cl", "normalize((float3)(-0.6f", "normalize((float3)(0.6f", "", "a colour differs"},
      {"picture.cl", "clamp(colour, 0.0f, 1.0f)", "clamp(colour, 0.0f, 0.9f)", "",
       "a colour differs"},
      {"picture.cl", "column >= width || row >= height", "row >= height", "", "writes past"},
      {"picture.cl", "column >= width || row >= height", "column >= width", "", "writes past"},
      {"picture.cl", "column >= width", "column >= width - 1", "", "a pixel is NaN"},
      {"picture.cl", "fmax(0.25f - dot(q, q), 0.0f)", "(0.25f - dot(q, q))", "",
       "a pixel is NaN|a colour differs"},
      {"picture.cl", "kernel void picture", "kernel void paint", "", "CL_INVALID_KERNEL_NAME"},
  });
}

TEST_CASE("12: a kernel of the reader's is drawn, or the program says why not") {
  const tests::TemporaryDirectory directory;
  const auto file = [&](const std::string& text) {
    return directory.write("my.cl", text).string();
  };
  const common::Image red =
      program.picture({"--size", "21", "--kernel", file(one_colour("1.0f, 0.25f, -3.0f"))},
                      {"31 x 21 pixels, all of them written"});
  for (std::size_t i = 0; i < red.pixels.size(); i += 4) {
    REQUIRE(red.pixels[i] == 255);
    REQUIRE(red.pixels[i + 1] == 64);
    REQUIRE(red.pixels[i + 2] == 0);
  }
  struct Bad {
    std::string text, says;
  };
  for (const Bad& bad :
       {Bad{"kernel void picture(global uchar4* p, uint w, uint h) {}",
            "but takes: uchar4* uint uint"},
        Bad{"kernel void picture(global float4* p, uint w) {}",
            "must take (global float4*, uint, uint)"},
        Bad{"kernel void pixel(global float4* p, uint w, uint h) {}", "CL_INVALID_KERNEL_NAME"},
        Bad{one_colour("1, 2"), "my.cl:"}, // does not build
        Bad{one_colour("0.0f, 0.0f, log(-1.0f * x - 1)"), "a pixel is NaN"}}) {
    const auto result = program.run({"--kernel", file(bad.text)});
    INFO(bad.text, "\n", result.output);
    CHECK(result.exit_code == 1);
    CHECK(contains(result.output, "error: "));
    CHECK(contains(result.output, bad.says));
  }
}

TEST_CASE("12: with --watch each save is drawn") {
  const tests::TemporaryDirectory directory;
  const tests::fs::path mine = directory.write("my.cl", one_colour("1.0f, 0.0f, 0.0f"));
  const auto begin = tests::fs::last_write_time(mine);
  const std::string picture = (directory.path / "picture.png").string();
  // Saves a new version, complete and with a later time, as one step.
  const auto save = [&](const std::string& text, int seconds) {
    const tests::fs::path next = directory.write("next.cl", text);
    tests::fs::last_write_time(next, begin + std::chrono::seconds(seconds));
    tests::fs::rename(next, mine);
  };
  const auto shows = [&](std::size_t channel) {
    return tests::fs::exists(picture) && common::load_image(picture, 3).pixels[channel] == 255;
  };
  // While the program runs: when red is drawn save green, when green is drawn save a typing error. It is the
  // second save, and with that the program ends by itself.
  int saves = 0;
  harness::ProcessOptions options;
  options.give_up = [&] {
    if (saves == 0 && shows(0)) {
      ++saves;
      save(one_colour("0.0f, 1.0f, 0.0f"), 10);
    } else if (saves == 1 && shows(1)) {
      ++saves;
      save("kernel void picture(", 20);
    }
    return false;
  };
  const auto result = tests::run_program(
      program.name, {"--size", "8", "--kernel", mine.string(), "--watch=2", "--output", picture},
      options);
  INFO(result.output);
  CHECK(!result.timed_out);
  CHECK(saves == 2);
  CHECK(result.exit_code == 1); // of the last drawing
  CHECK(contains(result.output, "my.cl"));
  CHECK(contains(result.output, "error: "));
  CHECK(shows(1)); // the last good one is still there
}

TEST_CASE("12: bad input ends with one sentence") {
  program.refuses({{{"--kernel", "missing.cl"}, 2, "missing.cl"},
                   {{"--size", "0"}, 2, "--size"},
                   {{"--size", "100000"}, 2, "--size"},
                   {{"--output", "planet.tiff"}, 2, "planet.tiff"}});
}

TEST_CASE("12: the smallest example counts its way to pi") {
  const auto result = tests::run_program(program.name + "_smallest", {});
  INFO(result.output);
  CHECK(result.exit_code == 0);
  CHECK(result.output == "pi is about 3.142\n");
}

TEST_CASE("12: the constants of OpenCL C are those of the host") {
#define CONSTANT(name)                                                                             \
  {                                                                                                \
#name, double {                                                                                \
      CL_##name                                                                                    \
    }                                                                                              \
  }
  const std::vector<std::pair<std::string, double>> constants{
      CONSTANT(M_E_F),          CONSTANT(M_LOG2E_F),      CONSTANT(M_LOG10E_F),
      CONSTANT(M_LN2_F),        CONSTANT(M_LN10_F),       CONSTANT(M_PI_F),
      CONSTANT(M_PI_2_F),       CONSTANT(M_PI_4_F),       CONSTANT(M_1_PI_F),
      CONSTANT(M_2_PI_F),       CONSTANT(M_2_SQRTPI_F),   CONSTANT(M_SQRT2_F),
      CONSTANT(M_SQRT1_2_F),    CONSTANT(FLT_MAX),        CONSTANT(FLT_MIN),
      CONSTANT(FLT_EPSILON),    CONSTANT(FLT_DIG),        CONSTANT(FLT_MANT_DIG),
      CONSTANT(FLT_RADIX),      CONSTANT(FLT_MAX_EXP),    CONSTANT(FLT_MIN_EXP),
      CONSTANT(FLT_MAX_10_EXP), CONSTANT(FLT_MIN_10_EXP), {"INFINITY", INFINITY},
      {"HUGE_VALF", INFINITY},  {"MAXFLOAT", CL_FLT_MAX}};
#undef CONSTANT
  std::string source = "kernel void constants(global float* out) {\n";
  for (std::size_t i = 0; i < constants.size(); ++i)
    source += "out[" + std::to_string(i) + "] = " + constants[i].first + ";\n";
  source += "out[" + std::to_string(constants.size()) + "] = NAN;\n}\n";
  const cl::Device device = common::pick_device();
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  cl::Kernel kernel(common::build_source(context, device, source), "constants");
  std::vector<float> got(constants.size() + 1);
  const cl::Buffer out(context, CL_MEM_WRITE_ONLY, got.size() * sizeof(float));
  kernel.setArg(0, out);
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
  queue.enqueueReadBuffer(out, CL_TRUE, 0, got.size() * sizeof(float), got.data());
  for (std::size_t i = 0; i < constants.size(); ++i) {
    CAPTURE(constants[i].first);
    CHECK(got[i] == static_cast<float>(constants[i].second));
  }
  CHECK(std::isnan(got.back()));
  CHECK(got[5] == std::acos(-1.0F)); // M_PI_F, by another way
}

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
  const std::string output = tests::short_run(chapter.name + "_lab", tests::Groups::of_one).output;
  INFO(output);
  for (const char* words : {"functions are within their bound", "no increment is lost",
                            "in 48 groups of 1x1x1", "work-item 3: hex 0x102", "verified"})
    if (on_pocl() || !contains(words, "48 groups"))
      CHECK(contains(output, words));
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

TEST_CASE("12: a wrong kernel does not pass" * tests::long_tier) {
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
