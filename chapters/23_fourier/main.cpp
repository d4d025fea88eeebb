// Chapter 23: takes a regular pattern of stripes out of a photograph, where stripes are two points: in its spectrum.
#include "common/compare.hpp"
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <complex>
#include <fmt/format.h>
using Complex = std::complex<double>;

struct Options : common::ProgramOptions {
  std::string input = common::find_data("images/scene_grey_512.png"), output = "23_fourier.png";
  double stripes = 0.2, across = 70, down = 24;
};
// All lines along one axis; the result is in `x` again. A launch for each prime factor of n.
void transform_axis(const cl::CommandQueue& queue, cl::Kernel stage, cl::Buffer& x, cl::Buffer& y,
                    int numbers, int n, int stride, float sign) {
  for (int done = 1, radix = 2; done < n; done *= radix) {
    while (n / done % radix != 0)
      ++radix;
    common::set_args(stage, x, y, cl_int{n}, cl_int{stride}, cl_int{radix}, cl_int{done}, sign);
    common::launch(queue, stage, cl::NDRange(numbers));
    std::swap(x, y);
  }
}
// The same in C++: the transform of the n numbers x[0], x[step], x[2 * step] ... from `radix` shorter ones.
std::vector<Complex> fast(const Complex* x, int n, int step) {
  if (n == 1)
    return {*x};
  int radix = 2;
  while (n % radix != 0)
    ++radix;
  std::vector<Complex> X(n);
  for (int m = 0; m < radix; ++m) {
    const std::vector<Complex> part = fast(x + m * step, n / radix, radix * step);
    for (int k = 0; k < n; ++k)
      X[k] += std::polar(1.0, -2.0 * M_PI * (std::int64_t(m) * k % n) / n) * part[k % (n / radix)];
  }
  return X;
}
int run(const Options& options) {
  const common::Image photograph = common::load_image(options.input, 1);
  const cl_int width = photograph.width, height = photograph.height, numbers = width * height;
  std::vector<cl_float2> picture(numbers), spectrum(numbers), cleaned(numbers);
  std::vector<Complex> on_host(numbers), rows_in_cpp(numbers);
  for (int i = 0; i < numbers; ++i) {
    const double turns = options.across * (i % width) / width + options.down * (i / width) / height;
    const double stripe = options.stripes * (1 + std::sin(2.0 * M_PI * turns));
    const double grey = photograph.pixels[i] / 255.0 * (1 - 2 * options.stripes);
    picture[i] = {{float(grey + stripe), 0.0F}};
    on_host[i] = double{picture[i].s[0]};
  }
  const cl::Device device = common::pick_device(options.device);
  common::require_room(device, width, height, {8, 8, 8, 8, 1}, 4);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const std::size_t bytes = picture.size() * sizeof(cl_float2);
  cl::Buffer x(context, CL_MEM_READ_WRITE, bytes), y(context, CL_MEM_READ_WRITE, bytes);
  const cl::Buffer drawn(context, CL_MEM_WRITE_ONLY, picture.size());
  queue.enqueueWriteBuffer(x, CL_TRUE, 0, bytes, picture.data());
  const cl::Program program = common::build_kernel_file(context, device, "23_fourier/stripes.cl");
  cl::Kernel stage(program, "stage"), clean(program, "clean"), draw(program, "draw");
  const auto transform = [&](float sign) { // rows, then columns
    transform_axis(queue, stage, x, y, numbers, width, 1, sign);
    transform_axis(queue, stage, x, y, numbers, height, width, sign);
  };
  transform(-1.0F);
  queue.enqueueReadBuffer(x, CL_TRUE, 0, bytes, spectrum.data());
  // [stripes]
  cl::Buffer before(context, CL_MEM_READ_WRITE, bytes), after(context, CL_MEM_READ_WRITE, bytes);
  queue.enqueueCopyBuffer(x, before, 0, 0, bytes);
  common::set_args(clean, before, after, width, height, 8.0F, cl_int{10});
  common::launch(queue, clean, cl::NDRange(width, height));
  queue.enqueueCopyBuffer(after, x, 0, 0, bytes);
  transform(1.0F);
  queue.enqueueReadBuffer(x, CL_TRUE, 0, bytes, cleaned.data());
  // [/stripes]
  // Above the striped picture and its spectrum, below the clean one and what is left of the spectrum.
  common::Image result{2 * width, 2 * height, 1, std::vector<std::uint8_t>(4 * picture.size())};
  std::vector<std::uint8_t> tile(picture.size());
  for (const int row : {0, 1}) {
    common::set_args(draw, before, after, row == 0 ? before : after, drawn, width, height);
    common::launch(queue, draw, cl::NDRange(width, height));
    queue.enqueueReadBuffer(drawn, CL_TRUE, 0, tile.size(), tile.data());
    for (int i = 0; i < numbers; ++i) {
      const float value = row == 0 ? picture[i].s[0] : cleaned[i].s[0] / float(numbers);
      const int at = (row * height + i / width) * 2 * width + i % width;
      result.pixels[at] = std::uint8_t(std::lround(std::clamp(255.0F * value, 0.0F, 255.0F)));
      result.pixels[at + width] = tile[i];
    }
  }
  common::save_image(options.output, result);
  // [check]
  const auto loop = [&](std::size_t begin, std::size_t end) { // of rows
    for (std::size_t v = begin; v < end; ++v)
      std::ranges::copy(fast(&on_host[v * width], width, 1), &rows_in_cpp[v * width]);
  };
  const std::vector<cl_float2> zeros(numbers); // they stay zeros, however often
  queue.enqueueWriteBuffer(x, CL_TRUE, 0, bytes, zeros.data());
  const auto rows = [&] {
    transform_axis(queue, stage, x, y, numbers, width, 1, -1.0F);
    queue.finish();
  };
  const std::string times = common::compare_with_cpp("all rows", height, loop, rows, [&] {
    queue.enqueueWriteBuffer(x, CL_TRUE, 0, bytes, picture.data());
    rows();
    queue.enqueueReadBuffer(x, CL_TRUE, 0, bytes, picture.data());
  });
  double squares = 0, wrong = 0, imaginary = 0;
  common::in_steps("checking all columns", width, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      const std::vector<Complex> column = fast(&rows_in_cpp[u], height, width);
      for (std::size_t v = 0, i = u; v < column.size(); ++v, i += width) {
        squares += std::norm(column[v]);
        wrong = std::max(wrong, std::abs(column[v] - Complex(spectrum[i].s[0], spectrum[i].s[1])));
        imaginary = std::max(imaginary, std::abs(double{cleaned[i].s[1]}) / numbers);
      }
    }
  });
  const bool right = wrong < 1e-4 * std::sqrt(squares) && imaginary < 1e-3;
  fmt::print("{}\n{}: every frequency as in C++, and no imaginary part\n", times,
             right ? "verified" : "FAILED");
  return right ? common::exit_passed : common::exit_failed;
}
// [/check]

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Takes regular stripes out of a photograph."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--input", options.input, "photograph (PNG or JPEG)")->type_name("FILE");
    app.add_option("--output", options.output, "pictures and spectra")->type_name("FILE");
    app.add_option("--stripes", options.stripes, "strength; 0: none")->check(CLI::Range(0.0, 0.5));
    app.add_option("--across", options.across, "stripes from left to right");
    app.add_option("--down", options.down, "stripes from top to bottom");
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    return run(options);
  });
}
