// Chapter 17: samplers and filters against values worked out by hand, every step of both ladders
// against the references, the program as a user calls it, and kernels that are wrong.

#include "chapters/17_images_and_samplers/lab/figure.hpp"
#include "chapters/17_images_and_samplers/lab/formats.hpp"
#include "chapters/17_images_and_samplers/lab/image_convolution.hpp"
#include "chapters/17_images_and_samplers/lab/resize.hpp"
#include "chapters/17_images_and_samplers/lab/sampling.hpp"
#include "harness/lab/float_image.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/session.hpp"
#include "tests/support/chapter.hpp"
#include "tests/support/ladder_suite.hpp"
#include "tests/support/session.hpp"
#include "tests/support/steps.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace {

using convolution::Border;
using images::Depth;
using images::Filter;
using images::SamplerMode;
using tests::contains;
using tests::TemporaryDirectory;
using Doubles = std::vector<double>;
using tests::Words;

const tests::Lab chapter("17_images_and_samplers");

harness::ImageF row_of(const std::vector<float>& values) {
  harness::ImageF image{static_cast<int>(values.size()), 1, 4, {}};
  for (const float value : values)
    image.pixels.insert(image.pixels.end(), {value, value, value, value});
  return image;
}

/// The row 10 20 30 40 at several places.
Doubles at(const Doubles& places, const SamplerMode& mode) {
  Doubles values;
  for (const double x : places)
    values.push_back(images::sample(row_of({10, 20, 30, 40}), x, 0.5, mode)[0]);
  return values;
}

Doubles resized(const std::vector<float>& row, int out_width, Filter filter) {
  return images::resize_in_double({static_cast<int>(row.size()), 1, 1, row},
                                  {static_cast<int>(row.size()), 1, out_width, 1}, filter);
}

bool close(const Doubles& got, const Doubles& want) {
  bool same = got.size() == want.size();
  for (std::size_t i = 0; same && i < got.size(); ++i)
    same = std::fabs(got[i] - want[i]) < 1e-9;
  return same;
}

/// Is the device's support of images part of this test?
bool has_images() {
  return common::pick_device().getInfo<CL_DEVICE_IMAGE_SUPPORT>() == CL_TRUE;
}

/// An image with a NaN in a corner, at an edge and inside.
class WithNan : public images::ImageConvolution {
 public:
  using ImageConvolution::ImageConvolution;

 protected:
  std::vector<float> random_pixels(std::size_t count, unsigned seed) const override {
    std::vector<float> pixels = ImageConvolution::random_pixels(count, seed);
    for (const std::size_t i : {std::size_t{0}, count / 2 + 3, count - 5})
      pixels.at(i) = std::numeric_limits<float>::quiet_NaN();
    return pixels;
  }
};

} // namespace

std::vector<tests::Ladder> tests::ladders() {
  std::vector<Ladder> all;
  for (const std::string& name : images::filter_names()) {
    const images::Filter filter = images::parse_filter(name);
    Ladder ladder{
        "resizing, " + name,
        making<images::Resize>(images::Sizes{33, 17, 20, 11}, 4, Depth::bytes, filter, 3U),
        {},
        {"r1"}};
    if (filter == images::Filter::bilinear)
      for (const Depth depth : {Depth::floats, Depth::bytes})
        ladder.usual.push_back(
            making<images::Resize>(images::scaled(2048, 2048, 1.5), 4, depth, filter, 1U));
    all.push_back(ladder);
  }
  Ladder convolution{"convolution",
                     making<images::ImageConvolution>(
                         convolution::Setup{convolution::random_filter(4, 3, 9), Border::reflect},
                         37, 21, 1, Depth::floats, 5U),
                     {}};
  for (const Depth depth : {Depth::floats, Depth::bytes})
    convolution.usual.push_back(making<images::ImageConvolution>(
        convolution::Setup{convolution::box(7, 7), Border::clamp}, 2048, 2048, 4, depth, 1U));
  all.push_back(convolution);
  return all;
}

TEST_CASE("17: the formulas of samplers, on values worked out by hand") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const SamplerMode edge{false, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST};
  CHECK(at({-3, -0.1, 0, 0.9, 1, 3.9, 4, 9}, edge) == Doubles{10, 10, 10, 10, 20, 40, 40, 40});
  const SamplerMode border{false, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST};
  CHECK(at({-3, -0.1, 0, 3.9, 4, 9}, border) == Doubles{0, 0, 10, 40, 0, 0});
  const SamplerMode repeat{true, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST};
  CHECK(at({-0.1, 0.1, 0.9, 1.1, 2.9}, repeat) == Doubles{40, 10, 40, 10, 40});
  const SamplerMode mirror{true, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_NEAREST};
  CHECK(at({-0.9, -0.1, 0.1, 0.9, 1.1, 1.9, 2.1}, mirror) == Doubles{40, 10, 10, 40, 40, 10, 10});
  const SamplerMode none{false, CL_ADDRESS_NONE, CL_FILTER_NEAREST};
  CHECK(at({0.5, 3.5}, none) == Doubles{10, 40});
  CHECK(std::isnan(at({-0.5}, none)[0]));

  const SamplerMode linear{false, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR};
  CHECK(close(at({-1, 0, 0.5, 0.75, 1, 1.5, 3.9, 5}, linear), {10, 10, 10, 12.5, 15, 20, 40, 40}));
  // Half a pixel beyond the edge half of the border colour is left.
  const SamplerMode faded{false, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR};
  CHECK(close(at({-0.5, 0, 0.25, 4, 4.25}, faded), {0, 5, 7.5, 20, 10}));
  // Over the seam: between the last pixel and the first.
  const SamplerMode seam{true, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR};
  CHECK(close(at({0, 1, 0.0625}, seam), {25, 25, 17.5}));
  const SamplerMode back{true, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR};
  CHECK(close(at({0, -0.125, 1, 1.25}, back), {10, 10, 40, 35}));
  CHECK(nan != nan);
  // Two directions at once.
  const harness::ImageF square{2, 2, 4, {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 5, 5, 5, 5}};
  CHECK(images::sample(square, 1, 1, linear)[2] == doctest::Approx(2.0));
  CHECK(images::sample(square, 1.25, 0.5, linear)[0] == doctest::Approx(0.75));
}

TEST_CASE("17: which samplers are defined, and their names in a kernel") {
  int defined = 0;
  for (const bool normalized : {false, true})
    for (const cl_addressing_mode addressing : images::addressing_modes())
      defined += images::is_defined({normalized, addressing, CL_FILTER_NEAREST}) ? 1 : 0;
  CHECK(defined == 8);
  CHECK(images::in_kernel({true, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR}) ==
        "CLK_NORMALIZED_COORDS_TRUE|CLK_ADDRESS_MIRRORED_REPEAT|CLK_FILTER_LINEAR");
}

TEST_CASE("17: resizing, on rows worked out by hand") {
  const std::vector<float> row{40, 80, 120, 160};
  CHECK(resized(row, 8, Filter::nearest) == Doubles{40, 40, 80, 80, 120, 120, 160, 160});
  CHECK(close(resized(row, 8, Filter::bilinear), {40, 50, 70, 90, 110, 130, 150, 160}));
  CHECK(close(resized(row, 2, Filter::area), {60, 140}));
  CHECK(close(resized(row, 3, Filter::area), {50, 100, 150})); // 4/3 pixels each
  CHECK(close(resized(row, 1, Filter::area), {100}));
  // Keys' cubic reproduces straight lines, away from the edges.
  const Doubles cubic = resized(row, 8, Filter::bicubic);
  CHECK(cubic[3] == doctest::Approx(90.0));
  CHECK(cubic[4] == doctest::Approx(110.0));
  CHECK(cubic[1] != doctest::Approx(50.0)); // there the edge repeats, and the line ends
  for (const std::string& name : images::filter_names()) {
    CAPTURE(name);
    const Filter filter = images::parse_filter(name);
    CHECK(close(resized(row, 4, filter), {40, 80, 120, 160})); // the same size: the same picture
    for (const double value : resized(std::vector<float>(7, 0.5F), 5, filter))
      CHECK(value == doctest::Approx(0.5));
  }
}

TEST_CASE("17: sizes and filters that make no sense are refused in words") {
  CHECK_THROWS_WITH_AS(images::parse_filter("lanczos"), doctest::Contains("bicubic"),
                       common::UsageError);
  for (const double scale : {0.0, -1.0, 1e9, static_cast<double>(NAN)})
    CHECK_THROWS_AS(images::scaled(100, 100, scale), common::UsageError);
  CHECK(images::scaled(10, 3, 0.01).out_height == 1);
  CHECK_THROWS_WITH_AS(images::Resize({4, 4, 8, 8}, 1, Depth::floats, Filter::area, 1),
                       doctest::Contains("only shrinks"), common::UsageError);
  CHECK_THROWS_WITH_AS(
      images::Resize({1 << 20, 1 << 20, 8, 8}, 1, Depth::floats, Filter::nearest, 1),
      doctest::Contains("too large"), common::UsageError);
}

TEST_CASE("17: every step of resizing with all filters and depths and channels at awkward sizes" *
          tests::long_tier) {
  const harness::Session session(common::pick_device());
  std::size_t verified = 0;
  for (const std::string& name : images::filter_names())
    for (const int channels : {1, 4})
      for (const Depth depth : {Depth::floats, Depth::bytes})
        for (const images::Sizes& sizes : std::vector<images::Sizes>{{33, 17, 20, 11},
                                                                     {1, 31, 1, 7},
                                                                     {31, 1, 8, 1},
                                                                     {64, 64, 1, 1},
                                                                     {5, 3, 41, 50},
                                                                     {1, 1, 9, 3}}) {
          const Filter filter = images::parse_filter(name);
          if (filter == Filter::area &&
              (sizes.out_width > sizes.width || sizes.out_height > sizes.height))
            continue;
          INFO(name, " ", channels, " to ", sizes.out_width, "x", sizes.out_height);
          images::Resize problem(sizes, channels, depth, filter, 3);
          problem.upload(session);
          verified += tests::check_steps(problem, session).size();
          const std::vector<harness::Peer> peers = problem.peers(session);
          for (const std::size_t in_cpp : {0U, 1U}) {
            CAPTURE(peers[in_cpp].name);
            REQUIRE(peers[in_cpp].name.rfind("C++", 0) == 0);
            peers[in_cpp].run();
            CHECK(problem.check(peers[in_cpp].output()).passed());
          }
        }
  CHECK(verified > 0);
}

TEST_CASE("17: the traffic of a convolution counts bytes as bytes") {
  const convolution::Setup setup{convolution::random_filter(3, 3, 9), Border::clamp};
  const auto bytes = [&](Depth depth) {
    return images::ImageConvolution(setup, 8, 4, 4, depth, 5).cost().bytes;
  };
  CHECK(bytes(Depth::floats) == 8 * 4 * 4 * (4 + 4));
  CHECK(bytes(Depth::bytes) == 8 * 4 * 4 * (1 + 4));
}

TEST_CASE("17: every step of convolution with every border and depth and number of channels" *
          tests::long_tier) {
  const harness::Session session(common::pick_device());
  std::size_t verified = 0;
  for (const Border border :
       {Border::valid, Border::zero, Border::clamp, Border::reflect, Border::wrap})
    for (const int channels : {1, 4})
      for (const Depth depth : {Depth::floats, Depth::bytes}) {
        if ((channels == 1) == (depth == Depth::bytes))
          continue; // the other two go without new builds of what is tested here
        images::ImageConvolution problem({convolution::random_filter(4, 3, 9), border}, 37, 21,
                                         channels, depth, 5);
        problem.upload(session);
        INFO(static_cast<int>(border), " ", channels);
        const std::size_t count = tests::check_steps(problem, session).size();
        CHECK((!has_images() || count == (border == Border::reflect ? 7 : 8)));
        verified += count;
      }
  CHECK(verified > 0);
}

TEST_CASE("17: images smaller than the filter and thin ones and a filter of one weight" *
          tests::long_tier) {
  const harness::Session session(common::pick_device());
  std::size_t verified = 0;
  for (const auto& extents : std::vector<std::array<int, 4>>{
           {3, 2, 9, 7}, {1, 40, 9, 7}, {40, 1, 9, 7}, {1, 1, 9, 7}, {35, 13, 1, 1}})
    for (const Border border : {Border::zero, Border::clamp, Border::wrap}) {
      if (border == Border::wrap && (extents[0] < 4 || extents[1] < 4))
        continue; // REPEAT repeats any number of times; one case is enough for its price
      images::ImageConvolution problem(
          {convolution::random_filter(extents[2], extents[3], 9), border}, extents[0], extents[1],
          1, Depth::floats, 5);
      problem.upload(session);
      verified += tests::check_steps(problem, session).size();
    }
  CHECK(verified > 0);
}

TEST_CASE("17: NaN reaches the outputs under the filter, and no other") {
  const harness::Session session(common::pick_device());
  WithNan problem({convolution::random_filter(5, 3, 9), Border::clamp}, 33, 17, 1, Depth::floats,
                  5);
  problem.upload(session);
  const Doubles want = convolution::convolve_in_double(
      problem.image(), {convolution::random_filter(5, 3, 9), Border::clamp});
  std::size_t nans = 0;
  for (const harness::Step& step : problem.steps()) {
    INFO(step.id);
    if (step.id == "v8")
      continue; // a linear read is NaN beside a NaN, with a weight of 0 too
    harness::Prepared prepared;
    try {
      prepared = harness::prepare_step(problem, step, session);
    } catch (const common::Skip&) {
      continue;
    }
    session.queue.enqueueFillBuffer(prepared.output, 0.0F, 0, problem.output_bytes());
    prepared.run();
    std::vector<float> got(want.size());
    session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, problem.output_bytes(),
                                    got.data());
    bool same = true;
    nans = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
      nans += std::isnan(want[i]) ? 1 : 0;
      same =
          same && (std::isnan(want[i]) ? std::isnan(got[i]) : std::fabs(got[i] - want[i]) < 1e-5);
    }
    CHECK(same);
  }
  CHECK(nans > 15);
  CHECK(nans < want.size() / 4);
}

TEST_CASE("17: NaN reaches the resized pixels that are made of it, and no other") {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const auto nans_in = [](const Doubles& row) {
    std::vector<int> places;
    for (std::size_t i = 0; i < row.size(); ++i)
      if (std::isnan(row[i]))
        places.push_back(static_cast<int>(i));
    return places;
  };
  const std::vector<float> four{40, nan, 120, 160};
  CHECK(nans_in(resized(four, 8, Filter::nearest)) == std::vector{2, 3});
  CHECK(nans_in(resized(four, 8, Filter::bilinear)) == std::vector{1, 2, 3, 4});
  CHECK(nans_in(resized(four, 2, Filter::area)) == std::vector{0});
  std::vector<float> thirty(30); // output 11 of 22 begins where pixel 14 ends
  thirty[14] = nan;
  CHECK(nans_in(resized(thirty, 22, Filter::area)) == std::vector{10});

  struct Case {
    images::Sizes sizes;
    int channels;
    bool on_middles; ///< some outputs lie on the middle of a pixel: a neighbour's weight is 0 there
  };
  const harness::Session session(common::pick_device());
  int runs = 0;
  for (const Case& c : {Case{{33, 17, 20, 12}, 4, false}, Case{{33, 17, 50, 40}, 1, false},
                        Case{{30, 45, 22, 33}, 1, true}})
    for (const std::string& name : images::filter_names()) {
      const Filter filter = images::parse_filter(name);
      if (filter == Filter::area && c.sizes.out_width > c.sizes.width)
        continue;
      harness::ImageF picture{c.sizes.width, c.sizes.height, c.channels, {}};
      picture.pixels = common::random_floats(
          static_cast<std::size_t>(c.sizes.width * c.sizes.height * c.channels), 3, 0, 1);
      for (std::size_t i = 0; i < picture.pixels.size(); i += 53)
        picture.pixels[i] = nan;
      images::Resize problem(picture, c.sizes, Depth::floats, filter);
      problem.upload(session);
      const Doubles& want = problem.reference();
      const std::size_t nans = nans_in(want).size();
      CHECK(nans > 10);
      CHECK(nans < want.size() / 2);
      INFO(name, " to ", c.sizes.out_width, "x", c.sizes.out_height);
      const auto same = [&want](const std::vector<float>& got) {
        for (std::size_t i = 0; i < want.size(); ++i)
          if (std::isnan(want[i]) ? !std::isnan(got[i]) : !(std::fabs(got[i] - want[i]) < 0.01))
            return false;
        return true;
      };
      std::vector<float> got(want.size());
      for (const harness::Step& step : problem.steps()) {
        if (step.id == "r3" && c.on_middles)
          continue; // a sampler rounds the place, and may read the other neighbour with a weight of 0
        INFO(step.id);
        try {
          const harness::Prepared prepared = harness::prepare_step(problem, step, session);
          session.queue.enqueueFillBuffer(prepared.output, 0.0F, 0, problem.output_bytes());
          prepared.run();
          session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, problem.output_bytes(),
                                          got.data());
        } catch (const common::Skip&) {
          continue;
        }
        CHECK(same(got));
        ++runs;
      }
      for (const harness::Peer& peer : problem.peers(session)) {
        if (peer.name.rfind("C++", 0) != 0)
          continue;
        INFO(peer.name);
        peer.run();
        std::memcpy(got.data(), peer.output().data(), problem.output_bytes());
        CHECK(same(got));
      }
    }
  CHECK(runs > 0);
}

TEST_CASE("17: an image that is larger than the device allows is a reason, and nothing else runs") {
  if (!has_images())
    SKIP_TEST("the device has no images");
  const harness::Session session(common::pick_device());
  const auto most = session.device.getInfo<CL_DEVICE_IMAGE2D_MAX_WIDTH>();
  if (most > 1 << 19)
    SKIP_TEST("this device's images are wider than the program's sizes");
  images::Resize problem(images::scaled(static_cast<int>(most) + 1, 2, 0.01), 1, Depth::bytes,
                         Filter::bilinear, 1);
  problem.upload(session);
  CHECK(contains(problem.no_image(session.device), fmt::format("this device has {}x", most)));
  CHECK(tests::check_steps(problem, session).size() == 4); // buffers have no such limit
}

TEST_CASE("17: a device is asked for its formats once") {
  const cl::Device device = common::pick_device();
  if (device.getInfo<CL_DEVICE_IMAGE_SUPPORT>() != CL_TRUE)
    SKIP_TEST("this device has no images");
  const auto& formats = images::formats_of_images(device, CL_MEM_READ_ONLY);
  CHECK_FALSE(formats.empty());
  CHECK(&images::formats_of_images(device, CL_MEM_READ_ONLY) == &formats);
  CHECK(&images::formats_of_images(device, CL_MEM_WRITE_ONLY) != &formats);
  CHECK(images::lists(device, CL_MEM_READ_ONLY, {CL_RGBA, CL_UNORM_INT8}));
  CHECK_FALSE(images::lists(device, CL_MEM_READ_ONLY, {CL_RGBA, CL_UNORM_SHORT_565}));
}

TEST_CASE("17: the picture of the samplers shows what the formulas say") {
  const TemporaryDirectory directory;
  const auto file = directory.path / "samplers.png";
  images::draw_samplers(images::small_picture(), file.string());
  const common::Image drawn = common::load_image(file, 3);
  const common::Image small = harness::to_bytes(images::small_picture());
  // In the middle of the second panel (clamp to edge, nearest) stands the picture itself.
  const int cell = 12, gap = 12, heading = 27;
  const int left = 2 * gap + 3 * 5 * cell, top = heading;
  const auto colour = [&](int x, int y) { // in cells from the panel's corner, middle of a cell
    const auto first = drawn.pixels.begin() +
                       3 * ((top + y * cell + cell / 2) * drawn.width + left + x * cell + cell / 2);
    return std::vector<std::uint8_t>(first, first + 3);
  };
  const auto pixel = [&](int x, int y) {
    const auto first = small.pixels.begin() + 4 * (y * small.width + x);
    return std::vector<std::uint8_t>(first, first + 3);
  };
  CHECK(colour(5 + 2, 4 + 1) == pixel(2, 1));
  CHECK(colour(0, 4 + 1) == pixel(0, 1));
  CHECK(colour(14, 11) == pixel(4, 3));
  CHECK(colour(5 + 2, 4 + 1) != pixel(1, 1));
}

TEST_CASE("17: the experiments pass, also with work-groups of one work-item") {
  for (const tests::Environment& environment : tests::any_group_size) {
    const auto document = chapter.results({"--quick"}, environment);
    for (const char* name : {"offer", "formats", "limits", "forms", "moves", "values", "read-write",
                             "samplers", "middle", "reads", "resize"}) {
      CAPTURE(name);
      CHECK(document.contains(name));
    }
    if (!has_images())
      continue;
    CHECK(document.at("forms").at("rows").size() == 10);
    CHECK(document.at("moves").at("rows").size() == 8);
    CHECK(document.at("samplers").at("rows").size() == 16);
    for (const auto& row : document.at("samplers").at("rows"))
      if (row.at("state") == "verified")
        CHECK(row.at("compared").get<int>() > 100);
    CHECK(document.at("samplers").at("weights").at("different").get<int>() > 16);
    for (const auto& row : document.at("reads").at("rows"))
      CHECK(row.at("reads_per_ns").get<double>() > 0.0);
    CHECK(document.at("middle").at("rows").at(0).at("levels") == "40 50 70 90 110 130 150 160");
    CHECK(document.at("formats").at("count").get<int>() >= 10);
  }
}

TEST_CASE("17: all experiments in full length" * tests::long_tier) {
  const auto result = chapter.run({});
  INFO(result.output);
  CHECK(result.exit_code == 0);
  CHECK(contains(result.output, "verified: every claim above was checked"));
}

TEST_CASE("17: a device without images is a reason, and pictures are resized on the host") {
  const TemporaryDirectory directory;
  const auto result = chapter.run({"--quick", "--without-images"});
  INFO(result.output);
  CHECK(result.exit_code == 0);
  CHECK(contains(result.output, "skipped: this device has no images"));
  CHECK(contains(result.output, "40  50  70  90 110 130 150 160")); // by the formulas

  common::save_image(directory.path / "in.png",
                     harness::to_bytes({9, 7, 4, common::random_floats(9 * 7 * 4, 3, 0, 1)}));
  std::vector<common::Image> pictures;
  for (const Words& extra : {Words{}, Words{"--without-images"}}) {
    const auto output = directory.path / "out.png";
    Words arguments{"--input",  (directory.path / "in.png").string(),
                    "--output", output.string(),
                    "--scale",  "1.6",
                    "--filter", "bicubic"};
    arguments.insert(arguments.end(), extra.begin(), extra.end());
    const auto resized = chapter.run(arguments);
    INFO(resized.output);
    REQUIRE(resized.exit_code == 0);
    CHECK(
        contains(resized.output, extra.empty() && has_images() ? "on the device" : "on the host"));
    pictures.push_back(common::load_image(output));
  }
  CHECK(pictures[0].width == 14);
  CHECK(common::compare(pictures[0].pixels, pictures[1].pixels, 1).passed());
  const auto figure = directory.path / "figure.png";
  CHECK(chapter.run({"--only", "samplers", "--without-images", "--figure", figure.string()})
            .exit_code == 0);
  CHECK(tests::fs::exists(figure));
}

TEST_CASE("17: pictures through the program") {
  const TemporaryDirectory directory;
  const common::Image picture =
      harness::to_bytes({23, 18, 1, common::random_floats(23 * 18, 4, 0, 1)});
  const auto input = directory.path / "in.png", output = directory.path / "out.png";
  common::save_image(input, picture);
  for (const std::string& filter : images::filter_names()) {
    CAPTURE(filter);
    const auto result =
        chapter.run({"--input", input.string(), "--output", output.string(), "--scale", "0.7",
                     "--filter", filter, "--json", (directory.path / "out.json").string()});
    INFO(result.output);
    REQUIRE(result.exit_code == 0);
    const common::Image got = common::load_image(output);
    REQUIRE(got.width == 16);
    REQUIRE(got.height == 13);
    std::vector<std::uint8_t> want;
    for (const double value : images::resize_in_double(
             harness::to_float(picture), images::scaled(23, 18, 0.7), images::parse_filter(filter)))
      want.push_back(static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0, 1.0))));
    CHECK(common::compare(got.pixels, want, 1).passed());
    CHECK(tests::json_from(directory.path / "out.json").at("resize").at("to") == "16x13");
  }
}

TEST_CASE("17: each mistake shows itself, or is skipped with a reason") {
  if (!has_images())
    SKIP_TEST("the device has no images");
  chapter.shows({{"host-pointer", "CL_INVALID_HOST_PTR"},
                 {"no-such-format", "CL_"},
                 {"integer-linear", "enlarged twice, became", tests::Shows::perhaps},
                 {"no-half", "half a pixel to the right"},
                 {"repeat-in-pixels", "", tests::Shows::perhaps},
                 {"aliasing", "with nearest and 0.50 with area"}});
}

TEST_CASE("17: a wrong kernel does not pass" * tests::long_tier) {
  if (!has_images())
    SKIP_TEST("the device has no images");
  struct Case {
    std::string file, from, to;
    Words arguments;
  };
  const Words sampling{"--quick", "--only", "samplers"};
  const auto resize = [](const std::string& step, const std::string& filter) {
    return Words{"--check", "--scale", "0.6",      "--size", "33x17",
                 "--step",  step,      "--filter", filter};
  };
  const auto convolve = [](const std::string& step, const std::string& border = "clamp") {
    return Words{"--check", "--size", "33x17", "--step", step, "--border", border};
  };
  const std::vector<Case> cases{
      {"sample.cl", "(float2)(xs[i], ys[j])", "(float2)(xs[i] + 0.02f, ys[j])", sampling},
      {"sample.cl", "(float2)(xs[i], ys[j])", "(float2)(ys[j], xs[i])", sampling},
      {"sample.cl", "left + i, top + j", "left + i + 1, top + j", sampling},
      {"forms.cl",
       "* get_global_size(1) + y",
       "* get_global_size(1)",
       {"--quick", "--only", "forms"}},
      {"forms.cl", "size[1] = height", "size[1] = width", {"--quick", "--only", "forms"}},
      {"values.cl",
       "read_imagef(image, (int2)(0, 0))",
       "read_imagef(image, (int2)(0, 0)).yxzw",
       {"--quick", "--only", "values"}},
      {"values.cl",
       "(int2)(x, 0), in[x]",
       "(int2)(x, 0), in[x] + 0.004f",
       {"--quick", "--only", "values"}},
      {"values.cl", "(int2)(x, y)", "(int2)(0, 0)", {"--quick", "--only", "limits"}},
      {"values.cl", "at.x - 5", "at.x - 4", {"--quick", "--only", "values"}},
      {"values.cl", "== CLK_RGBA", "== CLK_BGRA", {"--quick", "--only", "values"}},
      {"middle.cl", "(x + shift)", "(x + shift + 0.1f)", {"--quick", "--only", "middle"}},
      {"read_write.cl", "value * 2", "value * 3", {"--quick", "--only", "read-write"}},
      {"reads.cl", "x + n % 8", "x + n % 7", {"--quick", "--only", "reads"}},
      {"reads.cl",
       "linear, convert_float2(at) + 0.5f",
       "linear, convert_float2(at)",
       {"--quick", "--only", "reads"}},
      {"resize.clh", "2 * (whole)x + 1) * extent / (2", "2 * (whole)x) * extent / (2",
       resize("r1", "nearest")},
      {"resize.clh", "1.0f - distance", "distance", resize("r1", "bilinear")},
      {"resize.clh", "1.5f * t", "1.25f * t", resize("r1", "bicubic")},
      {"resize.clh", "left - 1 : left", "left : left", resize("r1", "bicubic")},
      {"resize.clh", "(whole)x * extent, (whole)i", "(whole)x * extent - 1, (whole)i",
       resize("r1", "area")},
      {"resize.clh", "end + out_extent - 1", "end - 1", resize("r1", "area")},
      {"r1_buffer.cl", "clamp(i, 0, width - 1)", "clamp(i, 0, width - 2)", resize("r1", "bicubic")},
      {"r2_image.cl", "CLK_ADDRESS_CLAMP_TO_EDGE", "CLK_ADDRESS_CLAMP", resize("r2", "bicubic")},
      {"r3_sampler.cl", "x + 0.5f", "x + 0.4f", resize("r3", "bilinear")},
      {"sampling.clh", "x + 0.5f", "x + 1.5f", convolve("v2", "wrap")},
      {"sampling.clh", "CLK_ADDRESS_CLAMP |", "CLK_ADDRESS_CLAMP_TO_EDGE |",
       convolve("v2", "zero")},
      {"v3_one_loader.cl", "left + c", "left + c + 1", convolve("v3")},
      {"v4_shared_load.cl", "n % tile_width", "n % LX", convolve("v4")},
      {"v5_image_out.cl", "COLOUR(sum)", "COLOUR(sum + 0.001f)", convolve("v5")},
      {"r4_tables.cl", "y * ROWS + j", "y * ROWS", resize("r4", "bilinear")},
      {"v6_rows.cl", "(j - k) * FILTER_W", "j * FILTER_W", convolve("v6")},
      {"r5_block.cl", "x0 + b * LX, out_width - 1", "x0 + b, out_width - 1",
       resize("r5", "bilinear")},
      {"r5_block.cl",
       "get_group_id(0) * LX * BX",
       "get_group_id(0) * LX",
       {"--check", "--scale", "0.6", "--size", "133x17", "--step", "r5"}},
      {"r6_kept_rows.cl", "have[j] != wanted", "have[j] < wanted - 1", resize("r6", "bilinear")},
      {"r6_kept_rows.cl", "lines[min(j + 1, ROWS - 1)][b];", "lines[j][b];",
       resize("r6", "bicubic")},
      {"v8_pairs.cl", "x + 0.5f + taps", "x + taps", convolve("v8")},
      {"v8_pairs.cl", "CLK_FILTER_LINEAR", "CLK_FILTER_NEAREST", convolve("v8", "wrap")},
      {"v7_buffer.cl", "row * width + column", "row * width + x", convolve("v7")}};
  for (const Case& each : cases) {
    CAPTURE(each.file);
    CAPTURE(each.to);
    const auto result = chapter.run_changed(each.file, each.from, each.to, each.arguments);
    INFO(result.output);
    if (result.exit_code == 0 && contains(result.output, "skipped"))
      continue; // the device has nothing to run it with
    CHECK((result.exit_code == 1 || result.exit_code > 128));
  }
}

TEST_CASE("17: command lines that make no sense") {
  const TemporaryDirectory directory;
  const std::string no_picture = directory.write("no.png", "this is no picture").string();
  const auto check = [&](const Words& arguments, int code, const std::string& words) {
    const auto result = chapter.run(arguments);
    CAPTURE(fmt::format("{}", fmt::join(arguments, " ")));
    INFO(result.output);
    CHECK(result.exit_code == code);
    CHECK(contains(result.output, words));
  };
  check({"--filter", "lanczos"}, 2, "bicubic");
  check({"--filter", "area", "--check"}, 2, "only shrinks");
  check({"--check", "--scale", "2", "--filter", "area"}, 2, "only shrinks");
  check({"--check", "--scale", "0"}, 2, "makes no sense");
  check({"--input", no_picture}, 1, "no.png");
  check({"--input", no_picture, "--check"}, 2, "--input");
  check({"--output", "x.png"}, 2, "--input");
  check({"--border", "mirror", "--check"}, 2, "reflect");
  check({"--check", "--border", "clamp", "--scale", "2"}, 2, "--border");
  check({"--weights", "motion", "--weights-size", "5x5", "--check"}, 2, "box");
  check({"--demo", "no-half", "--check"}, 2, "experiments");
  check({"--only", "forms", "--bench"}, 2, "experiments");
  check({"--only", "nothing"}, 2, "formats");
  check({"--channels", "3", "--check"}, 2, "--channels");
  check({"--only", "forms", "--channels", "4"}, 2, "experiments");
  check({"--check", "--step", "r1"}, 2, "the steps are");
  check({"--depth", "byte", "--input", no_picture}, 2, "--depth");
  common::save_image(directory.path / "in.png",
                     common::Image{8, 8, 1, std::vector<std::uint8_t>(64)});
  check({"--input", (directory.path / "in.png").string(), "--scale", "100000"}, 2, "too large");
  check({"--input", (directory.path / "in.png").string(), "--output", "none/out.png"}, 1, "none/");
}

// ---- The program of the lesson ----

namespace {

const tests::Program enlarges("17_images_and_samplers");

common::Image noise(int width, int height, int channels = 4) {
  std::mt19937 engine(17);
  common::Image image{width, height, channels, {}};
  for (int i = 0; i < width * height * channels; ++i)
    image.pixels.push_back(static_cast<std::uint8_t>(engine()));
  return image;
}

struct Cut { // the part of the picture that is enlarged
  int width, height, left, top;
};

// Checks both halves of what the program has drawn. The nearest pixel is found with whole numbers; for the linear
// half each pixel of the input adds what a tent above its centre says.
void check_halves(const common::Image& in, const common::Image& out, const Cut& cut) {
  const int width = out.width / 2, height = out.height;
  std::size_t wrong_nearest = 0, wrong_linear = 0;
  const auto pixel = [&](int x, int y, int c) {
    x = std::clamp(x, 0, in.width - 1), y = std::clamp(y, 0, in.height - 1);
    return in.pixels[4 * (static_cast<std::size_t>(y) * in.width + x) + c];
  };
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int up = (2 * x + 1) * cut.width, down = (2 * y + 1) * cut.height;
      const double u = cut.left + up / (2.0 * width), v = cut.top + down / (2.0 * height);
      // A place on the line between two pixels belongs to the second one, but rounding may say otherwise.
      const bool between = up % (2 * width) == 0 || down % (2 * height) == 0;
      for (int c = 0; c < out.channels; ++c) {
        const auto got = [&](int column) {
          return int{
              out.pixels[out.channels * (static_cast<std::size_t>(y) * out.width + column) + c]};
        };
        if (!between &&
            got(x) != pixel(cut.left + up / (2 * width), cut.top + down / (2 * height), c))
          ++wrong_nearest;
        double mean = 0;
        for (int j = static_cast<int>(v) - 1; j <= static_cast<int>(v) + 1; ++j)
          for (int i = static_cast<int>(u) - 1; i <= static_cast<int>(u) + 1; ++i)
            mean += std::max(0.0, 1 - std::abs(u - i - 0.5)) *
                    std::max(0.0, 1 - std::abs(v - j - 0.5)) * pixel(i, j, c);
        if (std::abs(got(width + x) - mean) > 2.6) // the lesson says why
          ++wrong_linear;
      }
    }
  CHECK(wrong_nearest == 0);
  CHECK(wrong_linear == 0);
}

} // namespace

TEST_CASE("17: the program enlarges and reduces any part of any picture") {
  const TemporaryDirectory directory;
  const std::string in = (directory.path / "in.png").string();
  struct Case {
    int width, height;
    Cut cut;
    const char* scale;
  };
  for (const Case& each : {Case{1, 1, {1, 1, 0, 0}, "7"}, Case{31, 17, {31, 17, 0, 0}, "2.3"},
                           Case{31, 17, {5, 9, 26, 8}, "6"}, Case{40, 60, {40, 60, 0, 0}, "0.37"},
                           Case{8, 3, {2, 1, 3, 1}, "0.05"}})
    for (const tests::Environment& environment : tests::any_group_size) {
      const std::string detail =
          fmt::format("{}x{}+{}+{}", each.cut.width, each.cut.height, each.cut.left, each.cut.top);
      CAPTURE(detail);
      CAPTURE(each.scale);
      const common::Image image = noise(each.width, each.height);
      common::save_image(in, image);
      const common::Image out = enlarges.picture(
          {"--input", in, "--detail", detail, "--scale", each.scale}, {"verified"}, environment);
      const double scale = std::stod(each.scale);
      CHECK(out.width == 2 * std::max(1, static_cast<int>(each.cut.width * scale)));
      CHECK(out.height == std::max(1, static_cast<int>(each.cut.height * scale)));
      REQUIRE(out.channels == 4);
      check_halves(image, out, each.cut);
    }
}

TEST_CASE(
    "17: the program takes grey pictures, and those without alpha, and writes the same kind") {
  const TemporaryDirectory directory;
  const std::string in = (directory.path / "in.png").string();
  for (const int channels : {1, 3}) {
    common::save_image(in, noise(13, 11, channels));
    const common::Image out =
        enlarges.picture({"--input", in, "--detail", "10x10+2+1", "--scale", "3"});
    CHECK(out.channels == channels);
    check_halves(common::load_image(in, 4), out, {10, 10, 2, 1});
  }
}

TEST_CASE("17: without --detail, the program takes what is there of any picture") {
  const TemporaryDirectory directory;
  const std::string in = (directory.path / "in.png").string();
  for (const auto& [width, height, cut] :
       {std::tuple{1, 1, Cut{1, 1, 0, 0}}, std::tuple{2, 3, Cut{2, 3, 0, 0}},
        std::tuple{100, 97, Cut{96, 96, 4, 1}}, std::tuple{1, 400, Cut{1, 96, 0, 100}},
        std::tuple{4000, 1, Cut{96, 1, 330, 0}}}) {
    CAPTURE(width);
    const common::Image image = noise(width, height);
    common::save_image(in, image);
    const common::Image out = enlarges.picture({"--input", in, "--scale", "2"});
    REQUIRE(out.width == 4 * cut.width);
    REQUIRE(out.height == 2 * cut.height);
    check_halves(image, out, cut);
  }
}

TEST_CASE("17: a large picture is announced, with what makes it smaller") {
  const TemporaryDirectory directory;
  const std::string in = (directory.path / "in.png").string();
  common::save_image(in, {4100, 1000, 1, std::vector<std::uint8_t>(4'100'000)});
  const auto large =
      enlarges.run({"--input", in, "--output", (directory.path / "out.png").string()});
  CAPTURE(large.output);
  CHECK(contains(large.output, "note: 4100 x 1000 pixels are 16 times those of the test pictures"));
  CHECK(contains(large.output, "magick '" + in + "' -resize"));
}

TEST_CASE("17: the program notices a wrong kernel" * tests::long_tier) {
  enlarges.notices({
      {"resize.cl", "(x + 0.5f)", "x", "", "is not what the host computes"},
      {"resize.cl", "(y + 0.5f)", "(y + 1.0f)", "", "is not what the host computes"},
      {"resize.cl", "top + height *", "top + 2 * height *", "", "is not what the host computes"},
      {"resize.cl", "(int2)(x, y)", "(int2)(y, x)", "", "is not what the host computes"},
      {"resize.cl", "y >= out_height)", "y >= out_height - 1)", "",
       "is not what the host computes"},
  });
}

TEST_CASE("17: bad input to the program ends with one sentence") {
  for (const std::string detail :
       {"many", "0x3+1+1", "3x3+1+1x", "9999999999x1+0+0", "4294967297x1+0+0", "1x1+4294967296+0"})
    enlarges.refuses({{{"--detail", detail}, 2, "wants WIDTHxHEIGHT+LEFT+TOP"}});
  for (const std::string detail : {"513x1+0+0", "3x3+510+0", "3x3+0+510", "999999999x1+1+0"})
    enlarges.refuses({{{"--detail", detail},
                       2,
                       "is not inside the picture; --detail 512x512+0+0 is all of it"}});
  for (const char* scale : {"0", "nan", "inf", "1e999", "2x"})
    enlarges.refuses({{{"--scale", scale}, 2, "--scale"}});
  // Where the device has images of that size, the picture's limit is left.
  const bool fits = common::pick_device().getInfo<CL_DEVICE_IMAGE2D_MAX_WIDTH>() >= 512 * 64;
  enlarges.refuses({{{"--detail", "512x512+0+0", "--scale", "64"},
                     1,
                     fits ? "the largest picture that we write" : "too large"}});
}
