// Chapter 15: the program's picture against cosine waves, and the ladder: the references against sums done by hand, every step against the reference, the check
// against results that are wrong by a little.
//
// CTest: again with work-groups of one work-item

#include "chapters/15_matmul/lab/matmul.hpp"
#include "chapters/15_matmul/lab/steps.hpp"

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "harness/lab/session.hpp"
#include "tests/support/chapter.hpp"
#include "tests/support/ladder_suite.hpp"
#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <regex>
#include <set>

using matmul::Matmul;
using matmul::Shape;
using tests::contains;

namespace {

using Floats = std::vector<float>;

// Sizes that hurt: single rows and columns, nothing to sum, one more or less than a power of two,
// larger than any tile in one direction only.
const std::vector<Shape> awkward{{1, 1, 1},   {1, 1, 0},    {5, 3, 0},     {1, 100, 1},
                                 {100, 1, 1}, {1, 1, 1000}, {1, 37, 100},  {37, 1, 100},
                                 {2, 3, 4},   {31, 31, 31}, {32, 32, 32},  {33, 33, 33},
                                 {16, 48, 7}, {7, 129, 65}, {129, 7, 65},  {65, 129, 7},
                                 {95, 97, 3}, {200, 33, 1}, {64, 127, 257}};

std::string text_of(Shape shape) {
  return fmt::format("{}x{}x{}", shape.m, shape.n, shape.k);
}

std::size_t area(int rows, int columns) {
  return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

std::span<const std::byte> bytes_of(const Floats& values) {
  return std::as_bytes(std::span(values));
}

// The step that this one changes, as its file says: "// From v13".
std::string parent_of(const std::string& source) {
  std::smatch found;
  const bool declared =
      std::regex_search(source, found, std::regex("\\n// From:? +([vct][0-9]+)\n"));
  return declared ? found[1].str() : "";
}

// --- the lesson's program ---------------------------------------------------------------------

// `values` (every `step`-th from `first`, n of them) without all but its `keep` slowest cosine waves.
void keep_slow_waves(std::vector<double>& values, std::size_t first, std::size_t step, int n,
                     int keep) {
  std::vector<double> sum(n);
  for (int w = 0; w < std::min(keep, n); ++w) {
    double amount = 0.0;
    for (int i = 0; i < n; ++i)
      amount += values[first + i * step] * std::cos(M_PI * w * (2 * i + 1) / (2.0 * n));
    for (int i = 0; i < n; ++i)
      sum[i] += (w == 0 ? 1.0 : 2.0) / n * amount * std::cos(M_PI * w * (2 * i + 1) / (2.0 * n));
  }
  for (int i = 0; i < n; ++i)
    values[first + i * step] = sum[i];
}

const tests::Program program("15_matmul");

common::Image random_picture(int width, int height) {
  common::Image picture{width, height, 1, {}};
  for (const float v : common::random_floats(area(width, height), 7, 0.0F, 255.99F))
    picture.pixels.push_back(static_cast<std::uint8_t>(v));
  return picture;
}

// Runs all steps on a product of this shape, twice.
void check_all_steps(const harness::Session& session, Shape shape) {
  Matmul problem(shape, 5);
  problem.upload(session);
  for (const harness::Step& step : problem.steps()) {
    CAPTURE(text_of(shape));
    CAPTURE(step.id);
    try {
      const auto prepared = harness::prepare_step(problem, step, session);
      CHECK(harness::verify_step(problem, prepared, session) == "");
      // A second run finds the output of the first in the buffer, and must not add to it.
      prepared.run();
      session.queue.finish();
      Floats c(area(shape.m, shape.n));
      session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, c.size() * sizeof(float),
                                      c.data());
      // t1 to t4 round the factors or cut them off: they bring a check with the tolerance for that.
      CHECK((step.check ? step.check(bytes_of(c)) : problem.check(bytes_of(c))).passed());
    } catch (const common::Skip& reason) {
      CHECK_MESSAGE(step.id != "v1", reason.what());
    }
  }
}

} // namespace

TEST_CASE("15: the program's picture is what ever more slow waves make of the picture") {
  const tests::TemporaryDirectory directory;
  const auto file = directory.path / "random.png";
  for (const auto& [width, height, keep] : {std::array{37, 23, 20}, std::array{16, 40, 9},
                                            std::array{1, 1, 40}, std::array{3, 50, 50}}) {
    common::Image in = random_picture(3 * width, height); // red, green and blue of each pixel
    in.width = width;
    in.channels = 3;
    common::save_image(file, in);
    for (const tests::Environment& environment : tests::any_group_size) {
      const common::Image out =
          program.picture({"--input", file.string(), "--keep", std::to_string(keep)},
                          {"v1_naive", "v2_accumulator", "v3_coalesced", "v7_local_tiles",
                           "verified", "first product"},
                          environment);
      REQUIRE(out.width == 3 * width);
      REQUIRE(out.height == height);
      REQUIRE(out.channels == 3);
      int wrong = 0;
      for (int panel = 0; panel < 3; ++panel)
        for (int channel = 0; channel < 3; ++channel) {
          std::vector<double> want;
          for (std::size_t i = channel; i < in.pixels.size(); i += 3)
            want.push_back(in.pixels[i]);
          const int kept = std::max(keep >> (4 - 2 * panel), 1);
          for (int row = 0; row < height; ++row)
            keep_slow_waves(want, area(row, width), 1, width, kept);
          for (int column = 0; column < width; ++column)
            keep_slow_waves(want, column, width, height, kept);
          for (int row = 0; row < height; ++row)
            for (int column = 0; column < width; ++column) {
              const std::size_t at = area(row, 3 * width) + panel * width + column;
              const double right = std::clamp(want[area(row, width) + column], 0.0, 255.0);
              wrong += std::abs(out.pixels[3 * at + channel] - right) > 0.51;
            }
        }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("15: of a large picture, the program takes some of the pixels") {
  const tests::TemporaryDirectory directory;
  const auto file = (directory.path / "random.png").string();
  const common::Image in = random_picture(81, 41);
  common::save_image(file, in);
  const common::Image out = program.picture({"--input", file, "--side", "20", "--keep", "1000"},
                                            {"9 x 17 pixels", "verified"}); // all waves
  REQUIRE(out.width == 3 * 17);
  REQUIRE(out.height == 9);
  for (int row = 0; row < 9; ++row)
    for (int column = 0; column < 17; ++column)
      CHECK(out.pixels[3 * (area(row, 51) + 34 + column) + 1] ==
            in.pixels[area(5 * row, 81) + 5 * column]);
  common::save_image(
      file, random_picture(1, 1600)); // by default, too: otherwise the products take minutes
  CHECK(contains(program.run({"--input", file, "--quick"}).output, "90 x 1 pixels"));
}

TEST_CASE("15: the program notices wrong kernels" * tests::long_tier) {
  program.notices({
      {"v1_naive.cl", "A[row * K + k]", "A[row * N + k]", "", "v1_naive: "},
      {"v2_accumulator.cl", "k < K", "k + 1 < K", "", "v2_accumulator: "},
      {"v3_coalesced.cl", "get_global_id(0)", "get_global_id(0) + 1", "", "v3_coalesced: "},
      {"v7_local_tiles.cl", "k0 + x < K ?", "k0 + x + 1 < K ?", "", "v7_local_tiles: "},
  });
  // A tile of one element is the same in either order.
  if (common::pick_device().getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>() > 1)
    program.notices(
        {{"v7_local_tiles.cl", "b_tile[k][x]", "b_tile[x][k]", "", "v7_local_tiles: "}});
}

TEST_CASE("15: bad input of the program ends with a sentence") {
  program.refuses({{{"--keep", "0"}, 2, "--keep"}});
}

// --- the ladder -------------------------------------------------------------------------------

std::vector<tests::Ladder> tests::ladders() {
  Ladder ladder{"matmul", making<Matmul>(Shape{33, 65, 29}, 5U), {}};
  for (const int n : {64, 1023, 4096})
    ladder.usual.push_back(making<Matmul>(Shape{n, n, n}, 1U));
  // Odd ends everywhere; rows of whole vectors; whole tiles, of which there are enough for the large ones.
  for (const Shape shape : {Shape{33, 17, 21}, Shape{130, 260, 40}, Shape{192, 256, 32}})
    ladder.for_presets.push_back(making<Matmul>(shape, 6U));
  return {ladder};
}

TEST_CASE("15: the reference, on products done by hand") {
  // 1 2 3     7  8      58  64
  // 4 5 6  x  9 10  =  139 154
  //          11 12
  const Floats a{1, 2, 3, 4, 5, 6};
  const Floats b{7, 8, 9, 10, 11, 12};
  CHECK(matmul::multiply_in_double(a, b, {2, 2, 3}) == std::vector<double>{58, 64, 139, 154});
  // A row times a column, and a column times a row.
  CHECK(matmul::multiply_in_double(Floats{1, 2, 3}, Floats{4, 5, 6}, {1, 1, 3}) ==
        std::vector<double>{32});
  CHECK(matmul::multiply_in_double(Floats{1, 2}, Floats{3, 4, 5}, {2, 3, 1}) ==
        std::vector<double>{3, 4, 5, 6, 8, 10});
  CHECK(matmul::multiply_in_double({}, {}, {2, 1, 0}) == std::vector<double>{0, 0});
}

TEST_CASE("15: the reference sums in double") {
  // In float the ones would be lost beside 2^24.
  const Floats a{16777216.0F, 1.0F, 1.0F, 1.0F};
  const Floats b{1.0F, 1.0F, 1.0F, 1.0F};
  CHECK(matmul::multiply_in_double(a, b, {1, 1, 4}).front() == 16777219.0);
}

TEST_CASE("15: the C++ peers agree with the reference at awkward sizes") {
  std::vector<Shape> shapes = awkward;
  shapes.insert(shapes.end(), {{6, 32, 256}, {7, 33, 257}, {97, 65, 600}, {192, 64, 255}});
  for (const Shape shape : shapes) {
    CAPTURE(text_of(shape));
    const Floats a = common::random_floats(area(shape.m, shape.k), 1);
    const Floats b = common::random_floats(area(shape.k, shape.n), 2);
    const auto want = matmul::multiply_in_double(a, b, shape);
    for (const auto multiply : {matmul::multiply_plain, matmul::multiply_optimised}) {
      // Behind the result lie values that must survive.
      Floats c(area(shape.m, shape.n) + 64, std::numeric_limits<float>::quiet_NaN());
      std::fill(c.end() - 64, c.end(), 1.5F);
      multiply(a, b, std::span(c).first(c.size() - 64), shape);
      const auto comparison =
          common::compare(std::span<const float>(c).first(c.size() - 64), want,
                          common::sum_tolerance(static_cast<std::size_t>(shape.k), shape.k));
      INFO(comparison.summary());
      CHECK(comparison.passed());
      CHECK(std::all_of(c.end() - 64, c.end(), [](float value) { return value == 1.5F; }));
    }
  }
}

TEST_CASE("15: every step is right at awkward sizes" * tests::long_tier) {
  const harness::Session session = tests::new_session();
  for (const Shape shape : awkward)
    check_all_steps(session, shape);
}

TEST_CASE("15: alpha and beta and transposed operands at sizes with and without whole tiles" *
          tests::long_tier) {
  const harness::Session session = tests::new_session();
  const auto problem = Matmul({1, 1, 1}, 1);
  const auto steps = problem.steps();
  const auto sgemm = std::find_if(steps.begin(), steps.end(),
                                  [](const harness::Step& step) { return step.name == "sgemm"; });
  REQUIRE(sgemm != steps.end());
  const harness::Values values = session.device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>() >= 4
                                     ? *(sgemm->presets.end() - 2) // the small ones
                                     : sgemm->presets.back();
  for (const Shape shape : {Shape{16, 16, 8}, Shape{32, 16, 24}, Shape{7, 13, 9}, Shape{8, 12, 20},
                            Shape{12, 8, 6}, Shape{3, 5, 0}, Shape{1, 1, 1}})
    for (const bool transpose_a : {false, true})
      for (const bool transpose_b : {false, true})
        for (const auto& [alpha, beta] : {std::pair{1.0F, 0.0F}, std::pair{-0.5F, 2.0F}}) {
          const std::string what =
              fmt::format("{} {}{} {} {}", text_of(shape), transpose_a, transpose_b, alpha, beta);
          CAPTURE(what);
          const Floats a = common::random_floats(area(shape.m, shape.k) + 1, 1);
          const Floats b = common::random_floats(area(shape.k, shape.n) + 1, 2);
          const Floats c = common::random_floats(area(shape.m, shape.n), 3);
          std::vector<double> want(c.size());
          for (int i = 0; i < shape.m; ++i)
            for (int j = 0; j < shape.n; ++j) {
              double sum = 0.0;
              for (int k = 0; k < shape.k; ++k)
                sum += static_cast<double>(transpose_a ? a[area(k, shape.m) + i]
                                                       : a[area(i, shape.k) + k]) *
                       (transpose_b ? b[area(j, shape.k) + k] : b[area(k, shape.n) + j]);
              want[area(i, shape.n) + j] = alpha * sum + beta * c[area(i, shape.n) + j];
            }
          const auto upload = [&](const Floats& host) {
            cl::Buffer buffer(session.context, CL_MEM_READ_WRITE, host.size() * sizeof(float));
            session.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, host.size() * sizeof(float),
                                             host.data());
            return buffer;
          };
          // With beta = 0 whatever was in C must not matter.
          const cl::Buffer c_on_device =
              upload(beta == 0.0F ? Floats(c.size(), std::numeric_limits<float>::quiet_NaN()) : c);
          const cl::Buffer a_on_device = upload(a);
          const cl::Buffer b_on_device = upload(b);
          const harness::Run run = matmul::prepare_sgemm(
              harness::Workbench{session, values, c_on_device},
              {shape, transpose_a, transpose_b, alpha, beta}, a_on_device, b_on_device);
          run();
          Floats got(c.size());
          session.queue.enqueueReadBuffer(c_on_device, CL_TRUE, 0, got.size() * sizeof(float),
                                          got.data());
          const auto comparison = common::compare(
              got, want,
              common::sum_tolerance(static_cast<std::size_t>(shape.k) + 2, shape.k + 2.0));
          INFO(comparison.summary());
          CHECK(comparison.passed());
        }
}

TEST_CASE("15: less precise factors get the tolerance of their format, and no more") {
  const harness::Session session = tests::new_session();
  const Shape shape{40, 30, 64};
  Matmul problem(shape, 3);
  problem.upload(session);
  const auto rounded = [](Floats values, int bits) {
    for (float& value : values) { // to nearest, `bits` significant ones
      int exponent = 0;
      const float fraction = std::frexp(value, &exponent);
      value = std::ldexp(std::nearbyint(std::ldexp(fraction, bits)), exponent - bits);
    }
    return values;
  };
  const Floats a = common::random_floats(area(shape.m, shape.k), 3);
  const Floats b = common::random_floats(area(shape.k, shape.n), 4);
  const auto product = [&](int bits) {
    Floats c(area(shape.m, shape.n));
    matmul::multiply_plain(rounded(a, bits), rounded(b, bits), c, shape);
    return c;
  };
  const Floats tf32 = product(11);
  const Floats bf16 = product(8);
  CHECK_FALSE(problem.check(bytes_of(tf32)).passed());
  CHECK(problem.check_to(matmul::tf32_rounding, bytes_of(tf32)).passed());
  CHECK_FALSE(problem.check_to(matmul::tf32_rounding, bytes_of(bf16)).passed());
  CHECK(problem.check_to(matmul::bf16_rounding, bytes_of(bf16)).passed());
  CHECK_FALSE(problem.check_to(matmul::bf16_rounding, bytes_of(product(5))).passed());
}

TEST_CASE("15: the check rejects what is wrong by a little") {
  const harness::Session session = tests::new_session();
  const Shape shape{20, 30, 40};
  Matmul problem(shape, 3);
  problem.upload(session);
  const Floats a = common::random_floats(area(shape.m, shape.k), 3);
  const Floats b = common::random_floats(area(shape.k, shape.n), 4);
  Floats right(area(shape.m, shape.n));
  matmul::multiply_plain(a, b, right, shape);
  REQUIRE(problem.check(bytes_of(right)).passed());

  const auto rejects = [&](const Floats& c) { return !problem.check(bytes_of(c)).passed(); };
  for (const std::size_t at : {std::size_t{0}, right.size() / 2, right.size() - 1})
    for (const float wrong :
         {right[at] + 1e-3F, right[at] * 1.01F + 1e-3F, -right[at] + 1e-3F,
          std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
      Floats c = right;
      c[at] = wrong;
      CHECK(rejects(c));
    }
  Floats swapped = right;
  std::swap(swapped[0], swapped[1]);
  CHECK(rejects(swapped));
  CHECK(rejects(Floats(right.size(), 0.0F)));
  CHECK(rejects(Floats(right.begin(), right.end() - 1)));
  CHECK(rejects({}));
  CHECK(problem.place(31) == "row 1, column 1");
}

TEST_CASE("15: large products are checked without the three loops, and yet strictly") {
  const harness::Session session = tests::new_session();
  const Shape shape{700, 680, 690}; // beyond the limit of the full reference
  Matmul problem(shape, 3);
  problem.upload(session);
  const Floats a = common::random_floats(area(shape.m, shape.k), 3);
  const Floats b = common::random_floats(area(shape.k, shape.n), 4);
  Floats c(area(shape.m, shape.n));
  matmul::multiply_optimised(a, b, c, shape);
  const auto comparison = problem.check(bytes_of(c));
  INFO(comparison.summary());
  REQUIRE(comparison.passed());
  CHECK(comparison.error < 5e-6); // roundings
  // Errors that are equally likely anywhere in [-h, h] have the root mean square h / sqrt(3).
  Floats noisy = c;
  const Floats noise = common::random_floats(c.size(), 9, -5e-5F, 5e-5F);
  for (std::size_t i = 0; i < c.size(); ++i)
    noisy[i] += noise[i];
  CHECK(problem.check(bytes_of(noisy)).error ==
        doctest::Approx(5e-5 / std::sqrt(3.0)).epsilon(0.1));
  const auto rejects = [&](std::size_t at, float value) {
    const float before = c[at];
    c[at] = value;
    const bool rejected = !problem.check(bytes_of(c)).passed();
    c[at] = before;
    return rejected;
  };
  const std::size_t middle = area(shape.m / 2, shape.n) + 17;
  CHECK(rejects(0, c[0] + 1.0F));
  CHECK(rejects(middle, 0.0F));
  CHECK(rejects(c.size() - 1, std::numeric_limits<float>::quiet_NaN()));
  CHECK(rejects(middle, std::numeric_limits<float>::infinity()));
  std::swap(c[middle], c[middle + 1]);
  CHECK_FALSE(problem.check(bytes_of(c)).passed());
}

TEST_CASE("15: the seed makes the inputs") {
  const harness::Session session = tests::new_session();
  const Shape shape{8, 8, 8};
  const auto product_of = [&](unsigned seed) {
    Matmul problem(shape, seed);
    problem.upload(session);
    const auto prepared = harness::prepare_step(problem, problem.steps().front(), session);
    prepared.run();
    session.queue.finish();
    Floats c(64);
    session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, 256, c.data());
    return c;
  };
  CHECK(product_of(1) == product_of(1));
  CHECK(product_of(1) != product_of(2));
}

TEST_CASE("15: cost and size") {
  const Matmul problem({2, 3, 5}, 1);
  CHECK(problem.size() == "2x3x5");
  CHECK(problem.cost().flop == 60.0);
  CHECK(problem.cost().bytes == 4.0 * (10 + 15 + 6));
  CHECK(problem.output_bytes() == 24);
}

TEST_CASE("15: sizes of the chapter make sense, and those that do not are refused") {
  const harness::CaseStudy study = matmul::case_study();
  for (const auto& sizes :
       {study.quick_sizes, study.default_sizes, study.check_sizes, study.bench_sizes}) {
    REQUIRE_FALSE(sizes.empty());
    for (const std::string& size : sizes)
      CHECK_NOTHROW(study.make(size, 1));
  }
  CHECK(study.make("64", 1)->size() == "64x64x64");
  CHECK(study.make("3x4x0", 1)->size() == "3x4x0");
  for (const char* size : {"0", "0x1x1", "1x0x1", "3x4", "-1", "1x1x1x1", ""})
    CHECK_THROWS_AS(study.make(size, 1), common::UsageError);
}

TEST_CASE("15: a product that the device cannot hold is refused before memory is filled") {
  const harness::Session session = tests::new_session();
  Matmul problem({1 << 20, 1 << 20, 1 << 20}, 1);
  CHECK(contains(tests::message_of<common::Error>([&] { problem.upload(session); }), "--size"));
}

TEST_CASE("15: the table of steps promises its accesses") {
  const Matmul problem({4, 6, 5}, 1);
  const auto steps = problem.steps();
  REQUIRE(steps.size() >= 3);
  for (const harness::Step& step : steps) {
    CAPTURE(step.id);
    CHECK(step.kernel_file == fmt::format("15_matmul/{}_{}.cl", step.id, step.name));
    CHECK(step.change.size() > 20);
  }
  // The first three, by hand: 24 elements, 5 products each.
  const auto accesses = [&](std::size_t i, const std::string& kernel) {
    return steps[i].accesses({}).at(kernel);
  };
  CHECK(accesses(1, "matmul_accumulator").global_loads == 24 * 10);
  CHECK(accesses(1, "matmul_accumulator").global_stores == 24);
  CHECK(accesses(2, "matmul_coalesced") == accesses(1, "matmul_accumulator"));
  CHECK(accesses(0, "matmul_naive").global_loads == 24 * 10);
  CHECK(accesses(0, "matmul_naive").global_stores == 24 * 6);
  // Tiles of 2 x 2: 2 x 3 work-groups, 3 tiles along K; each element of A is loaded for 3 stripes of
  // columns, each of B for 2 of rows.
  const harness::Accesses tiles = steps[6].accesses({{"TILE", 2}}).at("matmul_local_tiles");
  CHECK(tiles.global_loads == 20 * 3 + 30 * 2);
  CHECK(tiles.global_stores == 24);
  CHECK(tiles.local_loads == 6 * 4 * 3 * 2 * 2);
  CHECK(tiles.local_stores == 6 * 3 * 2 * 4);
  // Split in two along K = 5, tiles of 4 x 4, 4 in depth: both parts, of 4 and 1, still store whole tiles.
  const auto split = std::find_if(steps.begin(), steps.end(),
                                  [](const harness::Step& step) { return step.id == "v20"; });
  harness::Values parts = split->presets.back();
  parts["SPLIT"] = 2;
  const auto both = split->accesses(parts);
  CHECK(both.at("matmul_split_k").global_loads == 2 * (4 + 4) * 5);
  CHECK(both.at("matmul_split_k").global_stores == 2 * 24);
  CHECK(both.at("matmul_split_k").local_stores == 2 * 2 * 2 * 4 * 8);
  CHECK(both.at("add_parts").global_loads == 2 * 24);
  CHECK(both.at("add_parts").global_stores == 24);
  // All but the tensor cores promise, and Oclgrind counts.
  for (const harness::Step& step : steps)
    CHECK(static_cast<bool>(step.accesses) == !contains(step.change, "NVIDIA only"));
}

namespace {

// A factor as tensor cores take it: 11 significant bits, ties away from zero; or 8, ties to even.
float shortened(float v, bool tf32) {
  int exponent = 0;
  const double fraction = std::frexp(v, &exponent);
  return static_cast<float>(
      tf32 ? std::ldexp(std::round(std::ldexp(fraction, 11)), exponent - 11)
           : std::ldexp(std::nearbyint(std::ldexp(fraction, 8)), exponent - 8));
}

// The bytes of packed tiles, place by place: tiles along k, their parts, then pieces of 16 bytes along k, lines, factors.
std::vector<std::uint8_t> packed(const std::function<float(int, int)>& factor, int lines, int k,
                                 int tile_lines, int tile_k, bool tf32, int parts) {
  const int each = tf32 ? 4 : 8;
  std::vector<std::uint8_t> bytes;
  for (int line0 = 0; line0 < lines; line0 += tile_lines)
    for (int tile = 0; tile < std::max((k + tile_k - 1) / tile_k, 1) * parts; ++tile)
      for (int piece = 0; piece < tile_k; piece += each)
        for (int line = line0; line < line0 + tile_lines; ++line)
          for (int e = 0; e < each; ++e) {
            const int i = tile / parts * tile_k + piece + e;
            const float all = line < lines && i < k ? factor(line, i) : 0.0F;
            const float high = shortened(all, tf32);
            const float v = tile % parts == 0 ? high : shortened(all - high, tf32);
            std::array<std::uint8_t, 4> word{};
            std::memcpy(word.data(), &v, sizeof v);
            bytes.insert(bytes.end(), word.begin() + (tf32 ? 0 : 2), word.end());
          }
  return bytes;
}

} // namespace

TEST_CASE("15: operands are packed into tiles of core matrices") {
  const harness::Session session = tests::new_session();
  constexpr int bm = 64, bn = 32;
  for (const Shape shape : {Shape{1, 1, 1}, Shape{65, 33, 100}, Shape{64, 32, 64}, Shape{3, 100, 7},
                            Shape{70, 5, 0}, Shape{31, 64, 129}})
    for (const int parts : {0, 1, 2}) { // 0: bfloat16
      const bool tf32 = parts > 0;
      CAPTURE(text_of(shape));
      CAPTURE(parts);
      Matmul problem(shape, 11);
      problem.upload(session);
      const matmul::Operands in = problem.operands();
      const int bk = tf32 ? 16 : 32;
      const bool aligned = shape.k % 4 == 0 && shape.n % 4 == 0;
      const cl::Program program = common::build_kernel_file(
          session.context, session.device, "15_matmul/pack_tiles.cl",
          fmt::format("-DBM={} -DBN={} -DBK={} -DTF32={:d} -DPARTS={} -DALIGNED={:d}", bm, bn, bk,
                      tf32, std::max(parts, 1), aligned));
      const auto result = [&](const char* name, const cl::Buffer& matrix, int lines,
                              std::size_t bytes, const cl::NDRange& range) {
        cl::Kernel kernel(program, name);
        const cl::Buffer out(session.context, CL_MEM_READ_WRITE, bytes);
        session.queue.enqueueFillBuffer(out, cl_uchar{0xFF}, 0, bytes);
        common::set_args(kernel, matrix, out, lines, shape.k,
                         static_cast<cl_uint>(std::max((shape.k + bk - 1) / bk, 1)));
        // PoCL 3.1 aborts where it has to choose groups itself and may have one work-item in each.
        session.queue.enqueueNDRangeKernel(kernel, cl::NullRange, range, cl::NDRange(1, 1));
        std::vector<std::uint8_t> got(bytes);
        session.queue.enqueueReadBuffer(out, CL_TRUE, 0, bytes, got.data());
        return got;
      };
      const auto a = packed([&](int row, int k) { return in.a[area(row, shape.k) + area(k, 1)]; },
                            shape.m, shape.k, bm, bk, tf32, std::max(parts, 1));
      const auto b = packed([&](int col, int k) { return in.b[area(k, shape.n) + area(col, 1)]; },
                            shape.n, shape.k, bn, bk, tf32, std::max(parts, 1));
      const std::size_t pieces = area(std::max((shape.k + bk - 1) / bk, 1), bk / (tf32 ? 4 : 8));
      CHECK((result("pack_a", in.a_on_device, shape.m, a.size(),
                    {8 * pieces, a.size() / 16 / pieces / 8 / std::max(parts, 1)}) == a));
      CHECK((result("pack_b", in.b_on_device, shape.n, b.size(),
                    {b.size() / 16 / pieces / std::max(parts, 1), pieces}) == b));
    }
}

TEST_CASE("15: packed factors stay infinite, and stay NaN") {
  const harness::Session session = tests::new_session();
  const std::array<cl_uint, 8> bits{0x7fffffff, 0xffffffff, 0x7f800001, 0x7fc00000,
                                    0x7f800000, 0xff800000, 0x3f800000, 0x80000000};
  const cl::Buffer row(session.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof bits,
                       const_cast<cl_uint*>(bits.data())); // OpenCL copies them
  for (const bool tf32 : {false, true}) {
    CAPTURE(tf32);
    constexpr int bm = 32, bk = 32;
    const int each = tf32 ? 4 : 8;
    cl::Kernel kernel(
        common::build_kernel_file(session.context, session.device, "15_matmul/pack_tiles.cl",
                                  fmt::format("-DBM={} -DBN=32 -DBK={} -DTF32={:d}", bm, bk, tf32)),
        "pack_a");
    std::vector<std::uint8_t> packed(area(bm * bk, tf32 ? 4 : 2));
    const cl::Buffer out(session.context, CL_MEM_READ_WRITE, packed.size());
    common::set_args(kernel, row, out, 1, 8, cl_uint{1});
    session.queue.enqueueNDRangeKernel(
        kernel, cl::NullRange, {area(8, bk / each), std::size_t{bm / 8}}, cl::NDRange(1, 1));
    session.queue.enqueueReadBuffer(out, CL_TRUE, 0, packed.size(), packed.data());
    for (int k = 0; k < 8; ++k) {
      CAPTURE(k);
      cl_uint word = 0; // a bfloat16 is the upper half of a float
      const std::size_t place = area(k / each * bm, 16) + area(k % each, tf32 ? 4 : 2);
      std::memcpy(reinterpret_cast<std::uint8_t*>(&word) + (tf32 ? 0 : 2), &packed[place],
                  tf32 ? 4 : 2);
      if (k >= 4) {
        CHECK(word == bits[static_cast<std::size_t>(k)]);
        continue;
      }
      CHECK((word & 0x7f800000) == 0x7f800000);
      CHECK((word & 0x007fe000) != 0); // of the fraction of a tf32, tensor cores read no more
    }
  }
}

TEST_CASE("15: bfloat16 is rounded to nearest, ties to even, and read back") {
  const Floats values{1.0F, -2.5F, 1.00390625F, 1.01171875F, 3.14159F, 0.0F};
  const std::vector<std::uint16_t> words = matmul::to_bfloat16(values);
  CHECK(words == std::vector<std::uint16_t>{0x3f80, 0xc020, 0x3f80, 0x3f82, 0x4049, 0});
  CHECK(matmul::from_bfloat16(words) == Floats{1.0F, -2.5F, 1.0F, 1.015625F, 3.140625F, 0.0F});
  for (const float v : common::random_floats(1000, 3))
    CHECK(matmul::from_bfloat16(matmul::to_bfloat16(std::array{v})).at(0) == shortened(v, false));
}

TEST_CASE("15: several products in a row count as one run, of the steps that can and of no other") {
  const harness::Session session = tests::new_session();
  const Matmul problem({4, 8, 16}, 1, 20);
  CHECK(problem.cost().flop == 20 * Matmul({4, 8, 16}, 1).cost().flop);
  CHECK(problem.cost().bytes == 20 * Matmul({4, 8, 16}, 1).cost().bytes);
  for (const harness::Step& step : problem.steps()) {
    CAPTURE(step.id);
    REQUIRE(step.obstacle);
    const std::string reason = step.obstacle(session.device, step.presets.front());
    const bool can = std::set<std::string>{"t20", "t21", "t22"}.contains(step.id);
    CHECK(contains(reason, "in a row") == !can);
  }
}

TEST_CASE("15: tensor cores begin with the tiles of v13") {
  const auto steps = Matmul({4, 6, 5}, 1).steps();
  const auto first = std::find_if(steps.begin(), steps.end(),
                                  [](const harness::Step& step) { return step.id == "t1"; });
  REQUIRE(first != steps.end());
  const harness::Step* const parent = harness::parent_of(steps, *first);
  REQUIRE(parent != nullptr);
  CHECK(parent->id == "v13");
  harness::Step unexcused = *first;
  unexcused.changed_parameters = {"PAD"};
  CHECK(harness::silent_changes(unexcused, first->presets.at(0), parent->presets.at(0)).empty());
}

TEST_CASE(
    "15: files and table agree on the parents, and no step but v9 declares away a parameter") {
  const auto steps = Matmul({4, 6, 5}, 1).steps();
  for (const harness::Step& step : steps) {
    CAPTURE(step.id);
    // The file and the table say the same of where a step comes from.
    const harness::Step* const parent = harness::parent_of(steps, step);
    const std::string source = common::read_text(common::find_kernel(step.kernel_file));
    CHECK(parent_of(source) == (parent == nullptr ? "" : parent->id));
    // What v8 cannot have in groups of one work-item excuses nothing in the preset that devices take.
    if (step.id == "v9") {
      CHECK(step.changed_parameters == std::vector<std::string>{"BN"});
      harness::Step unexcused = step;
      unexcused.changed_parameters = {};
      CHECK(harness::silent_changes(unexcused, step.presets.at(0), parent->presets.at(0)).empty());
    } else if (step.id[0] == 'v') {
      CHECK(step.changed_parameters.empty());
    }
  }
}
