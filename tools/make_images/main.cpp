// Makes the test images of data/images: every pixel computed here, nothing photographed.

#include "common/error.hpp"
#include "common/image.hpp"
#include "common/options.hpp"
#include "tools/make_images/pictures.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace {

namespace fs = std::filesystem;

/// Squeezes 0..255 into low..high. Between two steps chance decides (dithering), so that whoever
/// stretches the contrast again sees grain instead of bands.
common::Image squeeze(common::Image grey, int low, int high) {
  int i = 0;
  for (std::uint8_t& value : grey.pixels) {
    const double exact = low + (high - low) * value / 255.0;
    value = static_cast<std::uint8_t>(exact + paint::hash(i++, 0, 1));
  }
  return grey;
}

/// The prediction of PNG's filter 4 for a value, from those to its left, above, and above left
/// (PNG specification, section 9.4).
int paeth(int left, int above, int corner) {
  const int estimate = left + above - corner;
  const int a = std::abs(estimate - left), b = std::abs(estimate - above);
  const int c = std::abs(estimate - corner);
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

/// Saves two fifths of the bytes of a PNG: moves every value by at most `slack`, so that it differs from
/// PNG's prediction by a multiple of 2 slack + 1. Nobody sees it: the sky may move by 1 of 255, the
/// rough water and ground from `ground_row` on by 3.
common::Image thrifty(common::Image image, int ground_row) {
  const int channels = image.channels, row = image.width * channels;
  for (int here = row; here < row * image.height; ++here) {
    if (here % row < channels)
      continue;
    const int slack = here < ground_row * row ? 1 : 3, step = 2 * slack + 1;
    const auto at = [&](int offset) { return static_cast<int>(image.pixels[here - offset]); };
    const int predicted = paeth(at(channels), at(row), at(row + channels));
    const int difference = at(0) - predicted, steps = (std::abs(difference) + slack) / step;
    const int value = predicted + (difference < 0 ? -steps : steps) * step;
    if (value >= 0 && value <= 255)
      image.pixels[here] = static_cast<std::uint8_t>(value);
  }
  return image;
}

/// A sensor adds noise of its own, up to `noise` of full scale and mostly less.
common::Image grainy(common::Image image, double noise) {
  int i = 0;
  for (std::uint8_t& value : image.pixels) {
    const double chance = paint::hash(i, 0, 2) + paint::hash(i, 1, 2) - 1;
    ++i;
    value = static_cast<std::uint8_t>(std::clamp(value + 255 * noise * chance, 0.0, 255.0) + 0.5);
  }
  return image;
}

/// The scene with so many times the light. Where a sensor is full, more light makes no difference.
common::Image expose(double exposure) {
  const auto painting = [exposure](double x, double y) { return pictures::dusk(x, y) * exposure; };
  return grainy(paint::render(painting, 512, 512, 0.5), 0.006);
}

/// One or two files that show the same picture.
struct Picture {
  std::string name;
  std::function<void(const fs::path& directory)> make;
};

void save(const fs::path& path, const common::Image& image) {
  common::save_image(path, image);
  fmt::print("{:<26} {:>4} x {:<4}  {}  {:>7} bytes\n", path.filename().string(), image.width,
             image.height, image.channels == 1 ? "grey  " : "colour", fs::file_size(path));
}

const std::vector<Picture> pictures_to_make{
    {"scene_512",
     [](const fs::path& directory) {
       const common::Image scene = paint::render(pictures::dusk, 512, 512, 0.5);
       save(directory / "scene_512.png", scene);
       save(directory / "scene_grey_512.png", common::to_grey(scene));
     }},
    {"scene_2048x1024",
     [](const fs::path& directory) {
       const common::Image scene = paint::render(pictures::dusk, 2048, 1024, 0, 3);
       save(directory / "scene_2048x1024.png", thrifty(scene, 614));
       save(directory / "scene_grey_2048x1024.png", common::to_grey(scene));
     }},
    {"low_contrast_512",
     [](const fs::path& directory) {
       const common::Image mist = common::to_grey(paint::render(pictures::mist, 512, 512));
       save(directory / "low_contrast_512.png", squeeze(mist, 104, 152));
     }},
    {"portrait_red_eyes_512",
     [](const fs::path& directory) {
       save(directory / "portrait_red_eyes_512.png", paint::render(pictures::portrait, 512, 512));
     }},
    {"chart_512",
     [](const fs::path& directory) {
       const common::Image chart = paint::render(pictures::chart, 512, 512, 0, 8);
       save(directory / "chart_512.png", common::to_grey(chart));
     }},
    {"under_exposed_512",
     [](const fs::path& directory) { save(directory / "under_exposed_512.png", expose(0.007)); }},
    {"over_exposed_512",
     [](const fs::path& directory) { save(directory / "over_exposed_512.png", expose(7)); }},
    {"two_peaks_512",
     [](const fs::path& directory) {
       const common::Image bone = common::to_grey(paint::render(pictures::bone, 512, 512));
       save(directory / "two_peaks_512.png", grainy(bone, 0.04));
     }},
    {"uneven_light_512", [](const fs::path& directory) {
       const common::Image page = common::to_grey(paint::render(pictures::page, 512, 512));
       save(directory / "uneven_light_512.png", grainy(page, 0.03));
     }}};

int make_images(int argc, char** argv) {
  CLI::App app{"Makes the test images of data/images. Every run gives the same pixels."};
  fs::path directory = "data/images";
  app.add_option("directory", directory, "where to write them")->capture_default_str();
  std::vector<std::string> names;
  for (const Picture& picture : pictures_to_make)
    names.push_back(picture.name);
  std::string only;
  app.add_option("--only", only, "make only this picture")->check(CLI::IsMember(names));
  common::parse(app, argc, argv);
  if (!fs::is_directory(directory))
    throw common::Error(fmt::format("there is no directory '{}': start this program in the "
                                    "project's root, or name another directory",
                                    directory.string()));

  for (const Picture& picture : pictures_to_make)
    if (only.empty() || picture.name == only)
      picture.make(directory);
  return common::exit_passed;
}

} // namespace

int main(int argc, char** argv) {
  return common::run_main(argc, argv, make_images);
}
