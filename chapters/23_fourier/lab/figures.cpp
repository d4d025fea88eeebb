// The pictures of the lessons, computed and drawn: --figures DIR.

#include "figures.hpp"

#include "fourier.hpp"
#include "harness/system/plot.hpp"

#include <cmath>
#include <fmt/format.h>

namespace fourier {
namespace {

// Data for gnuplot, and how it is drawn.
struct Curves {
  std::string data, plots;
  int count = 0;
  void add(const std::string& title, const std::string& points, const std::string& style) {
    data += fmt::format("$c{} << END\n{}END\n", ++count, points);
    plots += fmt::format("{}$c{} with {} lc rgb '{}' title {}", count == 1 ? "plot " : ", ", count,
                         style, harness::plot_colours.at(static_cast<std::size_t>(count - 1)),
                         harness::plot_quoted(title));
  }
  std::string text() const { return data + plots + "\n"; }
};

template <typename F>
std::string points(double from, double to, int count, F f) {
  std::string text;
  for (int i = 0; i <= count; ++i) {
    const double x = from + (to - from) * i / count;
    text += fmt::format("{} {}\n", x, f(x));
  }
  return text;
}

// [square]
// The first `terms` sines of the square wave: 4/pi (sin x + sin 3x / 3 + sin 5x / 5 ...).
double partial_sum(double x, int terms) {
  double sum = 0.0;
  for (int m = 0; m < terms; ++m)
    sum += std::sin((2 * m + 1) * x) / (2 * m + 1);
  return 8.0 / full_turn * sum;
}
// [/square]

std::string strengths_of(const Numbers& x) {
  std::string text;
  const Numbers X = by_definition(x, fft::Direction::forward);
  for (std::size_t k = 0; k < X.size(); ++k)
    text += fmt::format("{} {}\n", k, std::abs(X[k]));
  return text;
}

// A wave of so many periods in n numbers.
Numbers wave(double periods, int n) {
  Numbers x;
  for (int i = 0; i < n; ++i)
    x.emplace_back(std::sin(full_turn * periods * i / n));
  return x;
}

} // namespace

void draw_figures(const std::string& directory) {
  const auto draw = [&](const std::string& name, const std::string& title, const std::string& axes,
                        const Curves& curves) {
    harness::draw_plot({title, axes + curves.text(), 860, 340}, directory + "/" + name + ".svg");
  };
  Curves square;
  square.add("square wave",
             points(0.0, full_turn, 800, [](double x) { return x < full_turn / 2 ? 1.0 : -1.0; }),
             "lines lw 1");
  for (const int terms : {1, 3, 15})
    square.add(fmt::format("{} sine{}", terms, terms == 1 ? "" : "s"),
               points(0.0, full_turn, 800, [&](double x) { return partial_sum(x, terms); }),
               "lines lw 2");
  draw("square_wave", "A square wave, and sums of sines",
       "set xrange [0:6.2832]\nset yrange [-1.5:1.8]\nset xlabel 'x'\n", square);

  const Numbers example{5, 4, 3, 3, 3}, X = by_definition(example, fft::Direction::forward);
  Curves waves;
  std::string numbers;
  for (int i = 0; i < 5; ++i)
    numbers += fmt::format("{} {}\n", i, example[static_cast<std::size_t>(i)].real());
  waves.add("the five numbers", numbers, "points pt 7 ps 1.2");
  for (const int highest : {0, 1, 2})
    waves.add(fmt::format("frequencies up to {}", highest),
              points(0.0, 5.0, 400,
                     [&](double t) {
                       double sum = X[0].real();
                       for (int k = 1; k <= highest; ++k) // k and 5 - k: the same wave, both ways
                         sum += 2.0 * std::real(X[static_cast<std::size_t>(k)] *
                                                std::polar(1.0, full_turn * k * t / 5.0));
                       return sum / 5.0;
                     }),
              "lines lw 2");
  draw("example", "5 4 3 3 3 as a sum of waves",
       "set xrange [0:5]\nset yrange [2:6.2]\nset xlabel 'number'\nset key top center\n", waves);

  Curves leak;
  leak.add("5 periods", strengths_of(wave(5.0, 64)), "linespoints pt 7 ps 0.6 lw 2");
  leak.add("5.5 periods", strengths_of(wave(5.5, 64)), "linespoints pt 7 ps 0.6 lw 2");
  Numbers padded = wave(5.5, 64);
  for (int i = 0; i < 64; ++i) // Hann's window: the ends fade
    padded[static_cast<std::size_t>(i)] *= 1.0 - std::cos(full_turn * i / 64.0);
  leak.add("5.5 periods, with fading ends", strengths_of(padded), "linespoints pt 7 ps 0.6 lw 2");
  draw("leakage", "The spectrum of one wave in 64 numbers",
       "set xrange [0:32]\nset logscale y\nset yrange [0.01:100]\nset xlabel 'frequency'\nset "
       "ylabel 'strength'\n",
       leak);

  // What the sum of frequency k adds up, where the numbers are a wave of 3 periods.
  Curves products;
  for (const int k : {3, 4}) {
    std::string text;
    double sum = 0.0;
    for (int i = 0; i < 32; ++i) {
      const double product = std::cos(full_turn * 3 * i / 32) * std::cos(full_turn * k * i / 32);
      sum += product;
      text += fmt::format("{} {}\n", i, product);
    }
    products.add(fmt::format("with a wave of {} periods: the sum is {:.0f}", k, std::abs(sum)),
                 text, "linespoints pt 7 ps 0.8 lw 2");
  }
  draw("products", "A wave of 3 periods, times waves",
       "set xrange [0:31]\nset yrange [-1.1:2.2]\nset xlabel 'number'\nset ylabel 'product'\n",
       products);

  Curves zeros;
  Numbers longer = wave(5.5, 64);
  std::string text;
  longer.resize(512);
  const Numbers Z = by_definition(longer, fft::Direction::forward);
  for (std::size_t k = 0; k <= 256; ++k)
    text += fmt::format("{} {}\n", static_cast<double>(k) / 8.0, std::abs(Z[k]));
  zeros.add("with 448 zeros behind them", text, "linespoints pt 7 ps 0.3 lw 1.5");
  zeros.add("5.5 periods in 64 numbers", strengths_of(wave(5.5, 64)), "points pt 7 ps 1");
  draw("zeros", "The spectrum of the same numbers, with zeros and without",
       "set xrange [0:16]\nset yrange [0:40]\nset xlabel 'frequency, in periods in 64 "
       "numbers'\nset ylabel 'strength'\n",
       zeros);
}

} // namespace fourier
