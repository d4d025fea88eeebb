// --use picture: what a picture's low and high frequencies look like. --use compress: which of them one can do without.

#include "uses.hpp"

#include "common/error.hpp"
#include "common/files.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/float_image.hpp"
#include "harness/system/plot.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace fourier {
namespace {

harness::ImageF load_grey(const UseOptions& o) {
  return harness::to_grey(harness::to_float(harness::load_picture(
      o.input.empty() ? common::find_data("images/scene_grey_512.png").string() : o.input, 1)));
}

std::vector<float> as_complex(const std::vector<float>& reals) {
  std::vector<float> numbers(2 * reals.size());
  for (std::size_t i = 0; i < reals.size(); ++i)
    numbers[2 * i] = reals[i];
  return numbers;
}

std::vector<float> real_parts(const std::vector<float>& numbers) {
  std::vector<float> reals(numbers.size() / 2);
  for (std::size_t i = 0; i < reals.size(); ++i)
    reals[i] = numbers[2 * i];
  return reals;
}

// A plan's result, against the reference in double, real and imaginary parts.
void verify_transform(const std::string& what, const fft::Shape& shape, fft::Direction direction,
                      const std::vector<float>& in, const std::vector<float>& out) {
  Numbers x;
  for (std::size_t i = 0; i < in.size(); i += 2)
    x.emplace_back(in[i], in[i + 1]);
  std::vector<double> want;
  for (const auto& z : transformed(x, shape.lengths, direction)) {
    want.push_back(z.real());
    want.push_back(z.imag());
  }
  verify_all(what, out, want, 100.0);
}

// What the kernel fourier_pass has made of X, against its formula in double.
void verify_pass(const UseOptions& o, int width, int height, int kind, int high,
                 const std::vector<float>& X, const std::vector<float>& Y) {
  std::vector<double> want;
  for (std::size_t i = 0; i < X.size(); ++i) {
    const int u = static_cast<int>(i) / 2 % width, v = static_cast<int>(i) / 2 / width;
    const double r =
        std::hypot(2.0 * std::min(u, width - u) / width, 2.0 * std::min(v, height - v) / height) /
        o.cut;
    const double low = kind == 0 ? (r <= 1.0 ? 1.0 : 0.0) : std::exp2(-r * r);
    const bool on_the_edge = kind == 0 && std::abs(r - 1.0) < 1e-4; // roundings decide
    want.push_back(on_the_edge ? double{Y[i]} : (high != 0 ? 1.0 - low : low) * double{X[i]});
  }
  verify_all("the filtered spectrum", Y, want, 8.0);
}

// The picture of a spectrum, against its formula in double.
void verify_drawing(int width, int height, const std::vector<float>& X,
                    const std::vector<float>& drawn) {
  std::vector<double> want(drawn.size());
  for (int v = 0; v < height; ++v)
    for (int u = 0; u < width; ++u) {
      const auto from = static_cast<std::size_t>(2 * (v * width + u)),
                 to = static_cast<std::size_t>((v + height / 2) % height * width +
                                               (u + width / 2) % width);
      want[to] =
          (std::log10(std::hypot(double{X[from]}, double{X[from + 1]}) / width / height + 1e-6) +
           5.3) /
          4.5;
    }
  verify_all("the drawn spectrum", drawn, want, 100.0);
}

// Writes the middle of each picture, 256 x 256 at most, side by side and below each other.
void save_tiles(const std::filesystem::path& file, const std::vector<harness::ImageF>& tiles,
                int across) {
  const int width = std::min(256, tiles[0].width), height = std::min(256, tiles[0].height),
            down = static_cast<int>(tiles.size()) / across;
  harness::ImageF all{across * width, down * height, 1, {}};
  for (int y = 0; y < all.height; ++y)
    for (int x = 0; x < all.width; ++x) {
      const harness::ImageF& tile =
          tiles[static_cast<std::size_t>(y / height * across + x / width)];
      const int from_x = (tile.width - width) / 2 + x % width,
                from_y = (tile.height - height) / 2 + y % height;
      all.pixels.push_back(tile.pixels[static_cast<std::size_t>(from_y * tile.width + from_x)]);
    }
  common::save_image(file, harness::to_bytes(all));
}

} // namespace

int filter_picture(const UseOptions& o, const harness::Lab& lab) {
  const harness::ImageF picture = load_grey(o);
  const cl_int width = picture.width, height = picture.height;
  const auto pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  const fft::Shape shape{{width, height}};
  const cl::NDRange all(static_cast<std::size_t>(width), static_cast<std::size_t>(height));
  const std::vector<float> numbers = as_complex(picture.pixels);
  const cl::Buffer x = lab.buffer(numbers), X = space(lab, 2 * pixels), Y = space(lab, 2 * pixels),
                   drawn = space(lab, pixels);
  transform(lab, shape, fft::Direction::forward, x, X);
  verify_transform("the spectrum", shape, fft::Direction::forward, numbers, lab.read<float>(X));

  std::vector<harness::ImageF> pictures{picture}, spectra;
  const auto draw = [&](const cl::Buffer& numbers_drawn) {
    run_kernel(lab, "pictures", "fourier_spectrum", all, numbers_drawn, drawn, width, height);
    spectra.push_back({width, height, 1, lab.read<float>(drawn)});
    verify_drawing(width, height, lab.read<float>(numbers_drawn), spectra.back().pixels);
  };
  draw(X);
  struct Filter {
    const char* name;
    cl_int kind, high;
  };
  for (const Filter& f :
       {Filter{"low pass, sharp", 0, 0}, {"low pass, soft", 1, 0}, {"high pass, soft", 1, 1}}) {
    run_kernel(lab, "pictures", "fourier_pass", all, X, Y, width, height,
               static_cast<cl_float>(o.cut), f.kind, f.high);
    draw(Y);
    transform(lab, shape, fft::Direction::inverse, Y, x);
    const auto kept = lab.read<float>(Y), back = lab.read<float>(x);
    verify_pass(o, width, height, f.kind, f.high, lab.read<float>(X), kept);
    verify_transform(f.name, shape, fft::Direction::inverse, kept, back);
    float imaginary = 0.0F;
    for (std::size_t i = 0; i < pixels; ++i)
      imaginary = std::max(imaginary, std::abs(back[2 * i + 1]));
    if (imaginary > 1e-4F)
      throw common::Error(fmt::format(
          "{}: the picture has imaginary parts: only half of a wave has changed.", f.name));
    harness::ImageF result{width, height, 1, real_parts(back)};
    for (float& value : result.pixels)
      value += f.high ? 0.5F : 0.0F; // around middle grey
    pictures.push_back(result);
  }
  pictures.insert(pictures.end(), spectra.begin(), spectra.end());
  save_tiles(std::filesystem::path(o.output) / "picture.png", pictures, 4);
  fmt::print("{} x {}, three filters: as the reference in double\n", width, height);
  return common::exit_passed;
}

// [compress]
int compress(const UseOptions& o, const harness::Lab& lab) {
  harness::ImageF picture = load_grey(o);
  picture.height = picture.height / 8 * 8; // whole blocks
  const int width8 = picture.width / 8 * 8;
  for (int y = 0, to = 0; y < picture.height; ++y)
    for (int x = 0; x < width8; ++x)
      picture.pixels[static_cast<std::size_t>(to++)] =
          picture.pixels[static_cast<std::size_t>(y * picture.width + x)];
  picture.width = width8;
  const auto pixels =
      static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height);
  picture.pixels.resize(pixels);
  if (pixels == 0)
    throw common::Error("the picture is smaller than a block of 8 x 8 pixels.");

  const fft::Shape shape{{picture.width, picture.height}};
  const cl::Buffer x = lab.buffer(as_complex(picture.pixels)), X = space(lab, 2 * pixels),
                   Y = space(lab, 2 * pixels);
  transform(lab, shape, fft::Direction::forward, x, X);
  const auto waves = lab.read<float>(X);
  const std::vector<float> cosines =
      cosine_transform(lab, picture.pixels, picture.width, picture.height, false);
  const auto sorted = [&](const auto& strength) {
    std::vector<float> all;
    for (std::size_t k = 0; k < pixels; ++k)
      all.push_back(strength(k));
    std::sort(all.begin(), all.end());
    return all;
  };
  const std::vector<float> of_waves = sorted([&](std::size_t k) {
    return std::hypot(waves[2 * k], waves[2 * k + 1]);
  }),
                           of_cosines = sorted([&](std::size_t k) { return std::abs(cosines[k]); });

  using enum harness::Table::Align;
  harness::Table table({{"left out"},
                        {"error, waves", right},
                        {"Parseval says", right},
                        {"error, cosines in blocks", right}});
  std::string curves[2];
  std::vector<harness::ImageF> tiles{picture};
  for (const double part : {0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995}) {
    const auto kept_from = static_cast<std::size_t>(part * static_cast<double>(pixels));
    const float least = of_waves[kept_from], least_cosine = of_cosines[kept_from];
    run_kernel(lab, "pictures", "fourier_drop", pixels, X, Y, cl_float{least});
    double dropped = 0.0;
    for (std::size_t i = 0; of_waves[i] < least; ++i)
      dropped += double{of_waves[i]} * of_waves[i];
    const auto kept = lab.read<float>(Y);
    transform(lab, shape, fft::Direction::inverse, Y, x);
    const auto back = lab.read<float>(x);
    if (part == 0.95)
      verify_transform("the picture", shape, fft::Direction::inverse, kept, back);
    const std::vector<float> smaller = real_parts(back);
    std::vector<float> strong = cosines;
    for (float& c : strong)
      c = std::abs(c) < least_cosine ? 0.0F : c;
    const std::vector<float> blocks =
        cosine_transform(lab, strong, picture.width, picture.height, true);
    const double error = root_mean_square(smaller, picture.pixels),
                 said = std::sqrt(dropped) / static_cast<double>(pixels),
                 error_of_blocks = root_mean_square(blocks, picture.pixels);
    table.add({fmt::format("{:.1f} %", 100.0 * part), fmt::format("{:.5f}", error),
               fmt::format("{:.5f}", said), fmt::format("{:.5f}", error_of_blocks)});
    curves[0] += fmt::format("{:.1f} {:.6f}\n", 100.0 * (1.0 - part), error);
    curves[1] += fmt::format("{:.1f} {:.6f}\n", 100.0 * (1.0 - part), error_of_blocks);
    if (std::abs(error - said) > 0.01 * said + 1e-6)
      throw common::Error("Parseval's theorem does not hold.");
    if (part == 0.95)
      for (const std::vector<float>& result : {smaller, blocks})
        tiles.push_back({picture.width, picture.height, 1, result});
  }
  fmt::print("{}", table.text());
  const std::filesystem::path directory = o.output;
  save_tiles(directory / "compress.png", tiles, 3);
  if (harness::can_plot())
    harness::draw_plot(
        {"What a picture loses",
         fmt::format(
             "$a << END\n{}END\n$b << END\n{}END\nset logscale x\nset xrange [60:0.4]\nset xtics "
             "(50, 20, 10, 5, 2, 1, 0.5)\n"
             "set yrange [0:*]\nset key top left\nset xlabel 'per cent of the numbers that are "
             "kept'\nset ylabel 'error of a grey value (0 to 1)'\n"
             "plot $a with linespoints pt 7 lw 2 lc rgb '{}' title 'waves of the whole picture', "
             "$b with linespoints pt 7 lw 2 lc rgb '{}' title 'cosines in blocks of 8 x 8'\n",
             curves[0], curves[1], harness::plot_colours[0], harness::plot_colours[2]),
         860, 340},
        directory / "compress.svg");
  return common::exit_passed;
}
// [/compress]

} // namespace fourier
