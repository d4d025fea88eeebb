// Chapter 23: the reference against values worked out by hand, what every transform must obey, plans, every step against the
// reference, outputs that must be refused. The program of the lesson comes last.

#include "chapters/23_fourier/lab/fourier.hpp"
#include "chapters/23_fourier/lab/uses.hpp"
#include "chapters/23_fourier/lab/wav.hpp"

#include "common/error.hpp"
#include "common/files.hpp"
#include "harness/system/plot.hpp"
#include "tests/support/chapter.hpp"
#include "tests/support/ladder_suite.hpp"
#include "tests/support/session.hpp"
#include "tests/support/steps.hpp"
#include "tests/support/support.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>

namespace {

using fft::Direction;
using fourier::Fourier;
using fourier::Numbers;

const tests::Program program("23_fourier");
const tests::Lab lab("23_fourier");

Numbers random_numbers(std::size_t n, unsigned seed) {
  const std::vector<float> values = common::random_floats(2 * n, seed);
  Numbers x(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = {values[2 * i], values[2 * i + 1]};
  return x;
}

double distance(const Numbers& a, const Numbers& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::abs(a[i] - b[i]));
  return a.size() == b.size() ? largest : std::numeric_limits<double>::infinity();
}

/// One transform by a plan, from numbers to numbers.
Numbers by_plan(const harness::Session& session, const fft::Shape& shape, Direction direction,
                const Numbers& x, const std::optional<fft::Design>& design = std::nullopt) {
  std::vector<float> values;
  for (const auto& z : x) {
    values.push_back(static_cast<float>(z.real()));
    values.push_back(static_cast<float>(z.imag()));
  }
  const std::size_t bytes = values.size() * sizeof(float);
  const cl::Buffer in(session.context, CL_MEM_READ_ONLY, bytes),
      out(session.context, CL_MEM_READ_WRITE, bytes);
  session.queue.enqueueWriteBuffer(in, CL_TRUE, 0, bytes, values.data());
  const fft::Plan plan(session.context, session.device, shape, direction,
                       design.value_or(fft::design_for(session.device)),
                       fft::builder(session.context, session.device));
  plan.enqueue(session.queue, in, out);
  session.queue.enqueueReadBuffer(out, CL_TRUE, 0, bytes, values.data());
  Numbers result(x.size());
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = {values[2 * i], values[2 * i + 1]};
  return result;
}

} // namespace

std::vector<tests::Ladder> tests::ladders() {
  return {{"transform",
           making<Fourier>(fourier::parse_shape("32*3"), Direction::forward, 5U),
           {making<Fourier>(fft::Shape{{256}, 3}, Direction::forward, 1U)}}};
}

TEST_CASE("23: the worked example: 5 4 3 3 3") {
  const Numbers X = fourier::by_definition({5, 4, 3, 3, 3}, Direction::forward);
  CHECK(distance(X, {18,
                     {2.309017, -0.951057},
                     {1.190983, -0.587785},
                     {1.190983, 0.587785},
                     {2.309017, 0.951057}}) < 1e-6);
}

TEST_CASE("23: the fast reference is the definition, along each axis") {
  for (const int n : {1, 2, 3, 12, 31, 100}) {
    const Numbers x = random_numbers(static_cast<std::size_t>(n), 3);
    for (const Direction way : {Direction::forward, Direction::inverse})
      CHECK(distance(fourier::transformed(x, {n}, way), fourier::by_definition(x, way)) < 1e-11);
  }
  // A single wave, 2 of 5 across and 1 of 3 down: one number is left.
  Numbers wave(15);
  for (std::size_t i = 0; i < 15; ++i)
    wave[i] = std::polar(
        1.0, 2.0 * std::acos(-1.0) *
                 (2.0 * static_cast<double>(i % 5) / 5.0 + static_cast<double>(i / 5) / 3.0));
  const Numbers X = fourier::transformed(wave, {5, 3}, Direction::forward);
  for (std::size_t i = 0; i < 15; ++i)
    CHECK(std::abs(X[i] - (i == 1 * 5 + 2 ? 15.0 : 0.0)) < 1e-12);
}

TEST_CASE("23: plans obey what every transform obeys") {
  const harness::Session session = tests::new_session();
  for (const int n : {16, 31}) {
    CAPTURE(n);
    const auto count = static_cast<std::size_t>(n);
    const auto forward = [&](const Numbers& x) {
      return by_plan(session, {{n}, 1}, Direction::forward, x);
    };
    const Numbers x = random_numbers(count, 1), y = random_numbers(count, 2), X = forward(x),
                  Y = forward(y);
    Numbers sum(count), want(count), moved(count), turned(count), impulse(count), ones(count, 1.0);
    for (std::size_t i = 0; i < count; ++i) {
      sum[i] = 2.0 * x[i] - 0.5 * y[i];
      want[i] = 2.0 * X[i] - 0.5 * Y[i];
      moved[i] = x[(i + count - 1) % count]; // by one place: each frequency is turned by its number
      turned[i] = X[i] * std::polar(1.0, -2.0 * std::acos(-1.0) * static_cast<double>(i) / n);
    }
    impulse[0] = 1.0;
    CHECK(distance(forward(sum), want) < 1e-4);
    CHECK(distance(forward(moved), turned) < 1e-4);
    CHECK(distance(forward(impulse), ones) < 1e-5);
    double squares = 0.0, strengths = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      squares += std::norm(x[i]);
      strengths += std::norm(X[i]) / n;
    }
    CHECK(strengths == doctest::Approx(squares).epsilon(1e-5)); // Parseval
    CHECK(distance(by_plan(session, {{n}, 1}, Direction::inverse, X), x) < 1e-5);
  }
}

TEST_CASE("23: passes multiply to the length, and fit the device") {
  fft::Design design;
  for (const int n : {1, 2, 1000, 1001, 4096, 8192, 65536, 1 << 20, 1 << 24, 1 << 26})
    for (const int most : {1, 7, 64, 1024}) {
      design.most_items = most;
      const std::vector<fft::Pass> passes = fft::passes_of(n, 1, design);
      if (passes.empty())
        continue;
      int product = 1;
      for (const fft::Pass& pass : passes) {
        CHECK(pass.before == product);
        product *= pass.length;
        CHECK(std::accumulate(pass.radices.begin(), pass.radices.end(), 1, std::multiplies<>()) ==
              pass.length);
        CHECK(pass.items * pass.lines <= most);
        for (const int r : pass.radices)
          CHECK(r * ((pass.length / r + pass.items - 1) / pass.items) <= pass.held);
      }
      CHECK(product == n);
    }
  CHECK(fft::passes_of(4099, 1, fft::Design{}).empty());
  CHECK(fft::passes_of(17 * 4, 1, fft::Design{}).empty());
}

TEST_CASE("23: every length up to 4096 has a plan, and the large radices are used for long lines") {
  fft::Design design;
  design.gaps = true;
  design.pairs_bytes = design.local_bytes;
  for (int n = 1; n <= 4096; n += n < 300 ? 1 : 13) {
    CAPTURE(n);
    int rest = n;
    for (const int p : {2, 3, 5, 7, 11, 13})
      while (rest % p == 0)
        rest /= p;
    const std::vector<fft::Pass> passes = fft::passes_of(n, 1, design);
    REQUIRE(passes.empty() == (rest > 1));
    for (const fft::Pass& pass : passes) {
      CHECK(pass.length == n);
      CHECK(pass.items * pass.lines <= design.most_items);
      if (pass.radices.size() > 1)
        CHECK(std::int64_t{pass.lines} * pass.pitch * (pass.pairs ? 8 : 4) <= design.local_bytes);
    }
  }
  design.wide = 32;
  design.longest = 16384;
  CHECK(fft::passes_of(4096, 1, design).front().radices == std::vector{16, 16, 16});
  CHECK(fft::passes_of(16384, 1, design).front().radices == std::vector{32, 32, 16});
  CHECK(fft::passes_of(16384, 1, design).front().items == 512);
}

TEST_CASE("23: a line in each lane is short enough for the device's local memory") {
  fft::Design design;
  design.lanes = 16;
  design.points = 8;
  design.apart = 4096;
  CHECK(fft::passes_of(4096, 1, design).size() == 1);
  design.lanes_bytes = 1 << 19; // 16 * 16 * 4096 bytes are twice that
  for (const fft::Pass& pass : fft::passes_of(4096, 1, design))
    CHECK(pass.length == 64);
  CHECK(fft::passes_of(2048, 1, design).size() == 1);
}

TEST_CASE("23: a line's own columns fill the lanes where it has sixteen of them, and of sixteen "
          "numbers") {
  fft::Design design;
  design.lanes = 16;
  design.points = 8;
  design.columns = "23_fourier/c2_columns.cl";
  design.lanes_bytes = 1 << 18; // too little for sixteen lines of 4096 numbers, but not for one
  for (const auto& [n, columns] :
       {std::pair(128, 0), std::pair(256, 16), std::pair(512, 16), std::pair(768, 0),
        std::pair(1024, 32), std::pair(2048, 32), std::pair(4096, 64)}) {
    CAPTURE(n);
    const std::vector<fft::Pass> passes = fft::passes_of(n, 1, design);
    REQUIRE(passes.size() == 1);
    CHECK(passes.front().columns == columns);
    CHECK(fft::passes_of(n, 3, design).front().columns == 0); // its numbers are apart
  }
  for (const fft::Pass& pass : fft::passes_of(65536, 1, design))
    CHECK(pass.columns == 0);
}

TEST_CASE(
    "23: lanes of columns are right for each length, both ways, and wrong kernels are noticed") {
  const tests::Words check{"--check", "--device", "cpu", "--step", "c2,c3,c4", "--size"};
  const auto with = [&](std::initializer_list<const char*> more) {
    tests::Words all = check;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const auto right = lab.run(with({"256*19,512*9,1024*5,2048*3,4096*2"}));
  if (right.exit_code == 77)
    SKIP_TEST(right.output);
  INFO(right.output);
  CHECK(right.exit_code == 0);
  CHECK(lab.run(with({"512*9", "--inverse"})).exit_code == 0);
  // Other lengths have no such columns: c3 takes c1's kernel for them, and the other two have nothing to offer.
  const tests::Words longer{"--check", "--device", "cpu", "--size", "65536*3,1000*17", "--step"};
  for (const auto& [step, code] : {std::pair("c2", 77), std::pair("c3", 0), std::pair("c4", 77)}) {
    tests::Words all = longer;
    all.push_back(step);
    CAPTURE(step);
    CHECK(lab.run(all).exit_code == code);
  }
  for (const auto& [from, to] :
       {std::pair("transpose(im + i * LANES)", ""), std::pair("j * k * (LENGTH / L)", "j * k"),
        std::pair("line < end", "line + 1 < end"), std::pair("turns + LENGTH + row", "turns + row"),
        std::pair("(first_out + line)", "(first_in + begin)")}) {
    CAPTURE(from);
    CHECK(lab.run_changed("c2_columns.cl", from, to, with({"512*9"})).exit_code == 1);
  }
}

TEST_CASE("23: the length of a convolution takes the least work, in groups that exist") {
  // 8192 is too short for 4099 numbers. 8400 has three stages, and hardly an idle work-item.
  fft::Design design;
  const fft::Pass four = fft::convolution_pass(4099, design);
  design.wide = 32;
  const fft::Pass three = fft::convolution_pass(4099, design);
  CHECK(four.length >= 8197);
  CHECK(four.radices.size() == 4);
  CHECK(three.length == 8400);
  CHECK(three.radices == std::vector{21, 20, 20});
  CHECK(three.items == 420);
  for (int n = 17; n < 5600; n += 61)
    for (const int most : {1, 64, 1024}) {
      design.most_items = most;
      const fft::Pass pass = fft::convolution_pass(n, design);
      CAPTURE(n);
      CAPTURE(most);
      if (2 * n - 1 > 64 * most) { // no work-item holds more than 64 numbers
        CHECK(pass.length == 0);
        continue;
      }
      REQUIRE(pass.length >= 2 * n - 1);
      CHECK(pass.length <= 64 * pass.items);
      CHECK(pass.items * pass.lines <= most);
    }
}

TEST_CASE("23: bank conflicts are counted as a warp has them") {
  // 32 work-items write 32 numbers each, 32 apart: all of them in one bank. They read neighbours: none.
  fft::Pass pass{1024, 1, 1024, 1, {32, 32}, 32, 32, 1, 1, 0, 1024, false};
  CHECK(fft::conflicts_of(pass) == doctest::Approx(16.5));
  pass.every = 32; // a gap behind each: 33 apart
  pass.gap = 1;
  pass.pitch = 1024 + 31;
  CHECK(fft::conflicts_of(pass) == doctest::Approx(1.0));
  pass.pairs = true; // 8 bytes wide, 16 work-items at a time
  CHECK(fft::conflicts_of(pass) == doctest::Approx(1.0));
  // The gap behind every 16 numbers suits radix 16; the host finds better ones for others.
  fft::Design fixed, chosen;
  chosen.gaps = true;
  for (const int n : {256, 1000, 1001, 1024, 2401, 4096})
    CHECK(fft::conflicts_of(fft::passes_of(n, 1, chosen).front()) <
          0.9 * fft::conflicts_of(fft::passes_of(n, 1, fixed).front()));
}

TEST_CASE("23: radices of 20 to 32") {
  const harness::Session session = tests::new_session();
  fft::Design design;
  design.kernel = "23_fourier/v18_pairs.cl";
  design.points = 32;
  design.most_items = static_cast<int>(session.device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>());
  design.gaps = true;
  for (const int n : {20, 21, 24, 28, 32, 28 * 24, 32 * 20}) {
    CAPTURE(n);
    design.pairs_bytes = n == 28 * 24 ? design.local_bytes : 0;
    REQUIRE(fft::passes_of(n, 1, design).front().radices.front() >= 20);
    const Numbers x = random_numbers(static_cast<std::size_t>(n), 4);
    CHECK(distance(by_plan(session, {{n}, 1}, Direction::forward, x, design),
                   fourier::transformed(x, {n}, Direction::forward)) < 1e-4);
  }
}

TEST_CASE("23: every step is right at awkward sizes, both ways") {
  const harness::Session session = tests::new_session();
  int verified = 0;
  const auto check_all = [&](const std::string& size, Direction direction, bool real) {
    fft::Shape shape = fourier::parse_shape(size);
    shape.real = real;
    Fourier problem(shape, direction, 5);
    problem.upload(session);
    for (const harness::Step& step : problem.steps()) {
      CAPTURE(size);
      CAPTURE(step.id);
      if (!step.obstacle(session.device, step.presets.back()).empty())
        continue;
      if (const std::string why = tests::check_step(problem, step, session); why.empty())
        ++verified;
      else
        MESSAGE(step.id, ": ", why);
    }
  };
  check_all("12*2", Direction::inverse, false);
  for (const Direction direction : {Direction::forward, Direction::inverse})
    for (const std::string size : {"12*3", "3"})
      check_all(size, direction, true);
  CHECK(verified > 0);
}

TEST_CASE("23: m1 is right for every length up to 100") {
  const harness::Session session = tests::new_session();
  for (int n = 1; n <= 100; ++n) {
    Fourier problem({{n}, 2}, Direction::forward, 9);
    problem.upload(session);
    for (const harness::Step& step : problem.steps())
      if (step.id == "m1") {
        CAPTURE(n);
        CHECK(harness::verify_step(problem, harness::prepare_step(problem, step, session),
                                   session) == "");
      }
  }
}

TEST_CASE("23: the check refuses what is wrong") {
  const harness::Session session = tests::new_session();
  Fourier problem({{64}, 3}, Direction::forward, 7);
  problem.upload(session);
  std::vector<float> right;
  for (int b = 0; b < 3; ++b) {
    Numbers x(64);
    for (std::size_t i = 0; i < 64; ++i)
      x[i] = {problem.values[128 * static_cast<std::size_t>(b) + 2 * i],
              problem.values[128 * static_cast<std::size_t>(b) + 2 * i + 1]};
    for (const auto& z : fourier::by_definition(x, Direction::forward)) {
      right.push_back(static_cast<float>(z.real()));
      right.push_back(static_cast<float>(z.imag()));
    }
  }
  const auto passes = [&](const std::function<void(std::vector<float>&)>& spoil) {
    std::vector<float> output = right;
    spoil(output);
    return problem.check(std::as_bytes(std::span(output))).passed();
  };
  CHECK(passes([](std::vector<float>&) {}));
  CHECK_FALSE(passes([&](std::vector<float>& x) { x = problem.values; }));
  CHECK_FALSE(passes([](std::vector<float>& x) { x[300] += 1e-3F; }));
  CHECK_FALSE(
      passes([](std::vector<float>& x) { x[383] = std::numeric_limits<float>::quiet_NaN(); }));
  CHECK_FALSE(passes([](std::vector<float>& x) { std::swap(x[2], x[126]); })); // k and N - k
  CHECK_FALSE(passes([](std::vector<float>& x) {                               // the inverse
    for (std::size_t i = 1; i < x.size(); i += 2)
      x[i] = -x[i];
  }));
  CHECK_FALSE(passes([](std::vector<float>& x) { // a whole transform of another place in the batch
    std::copy_n(x.begin(), 128, x.begin() + 128);
  }));
  CHECK_FALSE(passes([](std::vector<float>& x) { // scaled by N
    for (float& number : x)
      number *= 64.0F;
  }));
  CHECK_FALSE(passes([](std::vector<float>& x) { // in the order of reversed bits
    const std::vector<float> ordered = x;
    for (std::size_t k = 0; k < x.size() / 2; ++k) {
      std::size_t reversed = 0;
      for (std::size_t bit = 0; bit < 6; ++bit)
        reversed |= (k >> bit & 1) << (5 - bit);
      const std::size_t from = k / 64 * 64 + reversed;
      x[2 * k] = ordered[2 * from];
      x[2 * k + 1] = ordered[2 * from + 1];
    }
  }));
  // The highest frequency of real numbers, and rows for columns.
  fft::Shape half{{64}, 1};
  half.real = true;
  for (const fft::Shape& shape : {half, fft::Shape{{8, 8}, 1}}) {
    Fourier other(shape, Direction::forward, 7);
    other.upload(session);
    Numbers x(64);
    for (std::size_t i = 0; i < 64; ++i)
      x[i] = shape.real ? std::complex<double>(other.values[i])
                        : std::complex<double>(other.values[2 * i], other.values[2 * i + 1]);
    const Numbers X = fourier::transformed(x, shape.lengths, Direction::forward);
    std::vector<float> output, wrong;
    for (std::size_t k = 0; k < (shape.real ? 33 : 64); ++k) {
      const std::complex<double> got = !shape.real ? X[k % 8 * 8 + k / 8] : k < 32 ? X[k] : 0.0;
      for (const auto& [numbers, z] : {std::pair(&output, X[k]), std::pair(&wrong, got)}) {
        numbers->push_back(static_cast<float>(z.real()));
        numbers->push_back(static_cast<float>(z.imag()));
      }
    }
    CHECK(other.check(std::as_bytes(std::span(output))).passed());
    CHECK_FALSE(other.check(std::as_bytes(std::span(wrong))).passed());
  }
}

TEST_CASE("23: sound files are written as others read them, and read with several channels") {
  const tests::TemporaryDirectory directory;
  const std::filesystem::path file = directory.path / "sound.wav";
  fourier::write_wav(file, {8000, {0.0F, 0.5F, -0.25F, 2.0F}});
  const std::string bytes = common::read_text(file);
  REQUIRE(bytes.size() == 44 + 8);
  CHECK(bytes.substr(0, 4) == "RIFF");
  CHECK(bytes.substr(44) == std::string("\0\0\0\x40\0\xE0\xFF\x7F", 8)); // the last one is cut off
  const fourier::Sound sound = fourier::read_wav(file);
  CHECK(sound.rate == 8000);
  REQUIRE(sound.samples.size() == 4);
  CHECK(sound.samples[2] == doctest::Approx(-0.25));

  // Two channels, and a chunk of an odd length before the samples.
  std::string stereo =
      bytes.substr(0, 36) + std::string("note\3\0\0\0abc\0", 12) + bytes.substr(36);
  stereo[22] = 2;
  directory.write("stereo.wav", stereo);
  const std::vector<float> mixed = fourier::read_wav(directory.path / "stereo.wav").samples;
  REQUIRE(mixed.size() == 2);
  CHECK(mixed[0] == doctest::Approx(0.25).epsilon(1e-3));
  for (const std::string& damaged :
       {std::string(), bytes.substr(0, 30), bytes.substr(0, 44), "RIFX" + bytes.substr(4),
        bytes.substr(0, 34) + '\x08' + bytes.substr(35)}) {
    directory.write("damaged.wav", damaged);
    CHECK_THROWS_AS(fourier::read_wav(directory.path / "damaged.wav"), common::Error);
  }
}

TEST_CASE("23: the cosines of a block are rows of length 1, at right angles") {
  const std::vector<double> basis = fourier::cosines();
  for (std::size_t j = 0; j < 8; ++j)
    for (std::size_t k = 0; k < 8; ++k)
      CHECK(std::abs(std::inner_product(&basis[8 * j], &basis[8 * j] + 8, &basis[8 * k], 0.0) -
                     (j == k ? 1.0 : 0.0)) < 1e-12);
}

TEST_CASE("23: the hum is taken out of the recording, and the notes stay") {
  const tests::TemporaryDirectory directory;
  const tests::Words sound{"--use", "sound", "--quick", "--into", directory.path.string()};
  const auto run = lab.run(sound);
  INFO(run.output);
  REQUIRE(run.exit_code == 0);
  const auto played = fourier::read_wav(directory.path / "played.wav").samples,
             before = fourier::read_wav(directory.path / "before.wav").samples,
             after = fourier::read_wav(directory.path / "after.wav").samples;
  REQUIRE(after.size() == 44100);
  REQUIRE(before.size() == 44100);
  CHECK(fourier::root_mean_square(before, played) > 0.05);
  CHECK(fourier::root_mean_square(after, played) < 0.2 * fourier::root_mean_square(before, played));
  CHECK(lab.run_changed("sound.cl", "fabs(f - nearest)", "f - nearest", sound).exit_code == 1);
}

TEST_CASE("23: uses and sweeps are right, and notice wrong kernels") {
  const tests::TemporaryDirectory directory;
  const std::string into = directory.path.string(),
                    picture = (directory.path / "picture.png").string();
  // All of them transform tables of 40 x 24, so that kernels are compiled once.
  const std::vector<float> random = common::random_floats(40 * 24, 1, 0.0F, 255.99F);
  common::save_image(picture, {40, 24, 1, {random.begin(), random.end()}});
  struct Wrong {
    const char *file, *from, *to;
  };
  const auto check = [&](const tests::Words& arguments, const std::vector<Wrong>& wrong) {
    const auto run = lab.run(arguments);
    INFO(run.output);
    CHECK(run.exit_code == 0);
    for (const Wrong& w : wrong) {
      CAPTURE(w.from);
      const auto changed = lab.run_changed(w.file, w.from, w.to, arguments);
      INFO(changed.output);
      CHECK(changed.exit_code == 1);
    }
  };
  check({"--use", "picture", "--input", picture, "--into", into},
        {{"pictures.cl", "min(u, width - u)", "u"}});
  check({"--use", "compress", "--input", picture, "--into", into},
        {{"pictures.cl", "< least", "> least"}});
  check({"--use", "dct", "--input", picture, "--into", into},
        {{"dct.cl", "basis[8 * (n) + (k)]", "basis[8 * (k) + (n)]"},
         {"dct.cl", "sat_rte", "sat_rtz"}});
  check({"--sweep", "conflicts"}, {});
  check({"--sweep", "passes", "--quick"},
        {{"access.cl", "writer + m * ITEMS", "writer"}, {"access.cl", "id / LINES;", "0;"}});
  check({"--sweep", "every-length", "--size", "30-33"},
        {{"m1_stages.cl", "q = i / p % R", "q = i % R"}});
  check({"--sweep", "every-plan", "--quick"}, {});
  check({"--sweep", "filter-size", "--quick"},
        {{"convolve.cl", "filter_width / 2 - u", "u - filter_width / 2"},
         {"convolve.cl", "y + lower", "y"}});
}

TEST_CASE("23: a plot of several files has the first one's curves, and what only the others have") {
  if (!harness::can_plot())
    SKIP_TEST("gnuplot is not installed");
  const tests::TemporaryDirectory directory;
  const auto file = [&](const char* name, const std::string& device, const std::string& curves) {
    directory.write(name, R"({"device": {"name": ")" + device + R"("}, "rows": [)" + curves + "]}");
    return (directory.path / name).string();
  };
  const std::string ours = R"({"curve": "ours", "x": 16, "y": 1e-7})",
                    theirs = R"({"curve": "theirs", "x": 16, "y": 2e-7})",
                    plot = (directory.path / "plot.svg").string();
  const auto run = lab.run({"--sweep", "error", "--measured", file("a.json", "first", ours),
                            file("b.json", "second", ours + ", " + theirs), "--plot", plot});
  INFO(run.output);
  REQUIRE(run.exit_code == 0);
  const std::string drawn = common::read_text(plot);
  CHECK(tests::contains(drawn, ">ours<"));
  CHECK_FALSE(tests::contains(drawn, "ours, second"));
  CHECK(tests::contains(drawn, "theirs, second"));
}

TEST_CASE("23: the program takes the stripes out, whatever the picture's size") {
  const common::Image picture = program.picture({}, {"all rows: C++", "verified: every frequency"});
  REQUIRE(picture.width == 1024);
  // Above the added stripes swing, below they do not: neighbours 3 or 4 pixels apart, half a stripe.
  const auto roughness = [&](int row) {
    double sum = 0.0;
    for (int y = 20; y < 60; ++y)
      for (int x = 20; x < 300; ++x) {
        const auto at =
            (std::size_t(row * 512 + y) * 1024 + std::size_t(x)) * std::size_t(picture.channels);
        sum += std::abs(double(picture.pixels[at]) -
                        picture.pixels[at + 4 * std::size_t(picture.channels)]);
      }
    return sum / (40 * 280);
  };
  CHECK(roughness(0) > 20.0);
  CHECK(roughness(1) < 5.0);
}

TEST_CASE("23: the program notices wrong kernels") {
  program.notices(
      {{"stripes.cl", "sign * sinpi(2.0f * k / n)", "-sign * sinpi(2.0f * k / n)", "", "FAILED"},
       {"stripes.cl", "first + m * (n / radix)", "first + m * done", "", "FAILED"},
       {"stripes.cl", "(k + q * done) %", "(k + q) %", "", "FAILED"}});
}
