#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace page_finder {

using Colour = std::array<int, 3>;

// A page of 1 x 1: paper, and blocks printed on it.
struct Page {
  struct Block {
    double x0, y0, x1, y1;
    Colour colour;
  };
  std::vector<Block> blocks;

  Colour at(double s, double t) const {
    for (const Block& block : blocks)
      if (s >= block.x0 && s < block.x1 && t >= block.y0 && t < block.y1)
        return block.colour;
    return {236, 233, 222};
  }
  // How near is an edge between two colours?
  bool is_near_edge(double s, double t, double distance) const {
    for (const double ds : {-distance, distance})
      for (const double dt : {-distance, distance})
        if (at(s + ds, t + dt) != at(s, t) || s + ds < 0 || t + dt < 0 || s + ds > 1 || t + dt > 1)
          return true;
    return false;
  }
};

} // namespace page_finder

EXERCISE_CHECK(bench) {
  using namespace page_finder;
  struct Case {
    int width, height, out_width, out_height;
    std::array<double, 8> corners; // in parts of the photograph, clockwise from the upper left
  };
  for (const Case& k : {Case{220, 200, 120, 160, {0.2, 0.1, 0.8, 0.14, 0.86, 0.9, 0.12, 0.84}},
                        Case{200, 260, 150, 150, {0.3, 0.07, 0.93, 0.3, 0.72, 0.93, 0.06, 0.7}},
                        Case{260, 180, 160, 100, {0.06, 0.25, 0.75, 0.05, 0.95, 0.7, 0.2, 0.95}},
                        Case{180, 180, 90, 130, {0.25, 0.2, 0.75, 0.2, 0.95, 0.95, 0.05, 0.95}}}) {
    const std::string where = fmt::format("a photograph of {} x {} pixels", k.width, k.height);
    bench.trying(where);
    Page page;
    for (int n = 0; n < 5; ++n) {
      const std::vector<float> place = bench.random(4, 0.0F, 1.0F);
      const std::vector<cl_int> colour = bench.random_ints(3, 20, 200);
      const double x0 = 0.12 + 0.5 * place[0], y0 = 0.12 + 0.14 * n + 0.02 * place[1];
      page.blocks.push_back(
          {x0, y0, x0 + 0.1 + 0.15 * place[2], y0 + 0.09, {colour[0], colour[1], colour[2]}});
    }
    std::array<double, 8> c = k.corners;
    for (std::size_t n = 0; n < 8; ++n)
      c[n] *= n % 2 == 0 ? k.width : k.height;
    // From the photograph to the page: the inverse of the map from the unit square to the corners, by its adjugate.
    const double dx1 = c[2] - c[4], dx2 = c[6] - c[4], sx = c[0] - c[2] + c[4] - c[6];
    const double dy1 = c[3] - c[5], dy2 = c[7] - c[5], sy = c[1] - c[3] + c[5] - c[7];
    const double area = dx1 * dy2 - dx2 * dy1, g = (sx * dy2 - dx2 * sy) / area,
                 h = (dx1 * sy - sx * dy1) / area;
    const std::array<double, 9> m{c[2] - c[0] + g * c[2],
                                  c[6] - c[0] + h * c[6],
                                  c[0],
                                  c[3] - c[1] + g * c[3],
                                  c[7] - c[1] + h * c[7],
                                  c[1],
                                  g,
                                  h,
                                  1.0};
    const std::array<double, 9> back{
        m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
        m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
        m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]};
    Picture photo{k.width, k.height, {}};
    const std::vector<cl_int> grain =
        bench.random_ints(static_cast<std::size_t>(k.width * k.height), 0, 999);
    for (int y = 0; y < k.height; ++y)
      for (int x = 0; x < k.width; ++x) {
        const double w = back[6] * x + back[7] * y + back[8];
        const double s = (back[0] * x + back[1] * y + back[2]) / w,
                     t = (back[3] * x + back[4] * y + back[5]) / w;
        const int noise = grain[static_cast<std::size_t>(y * k.width + x)];
        Colour colour{60 + noise % 40, 50 + noise % 30, 40 + noise % 30};
        if (s >= 0 && t >= 0 && s <= 1 && t <= 1)
          colour = page.at(s, t);
        else if (noise < 5) // dust
          colour = {250, 250, 250};
        for (const int value : colour)
          photo.pixels.push_back(static_cast<cl_uchar>(value));
        photo.pixels.push_back(255);
      }
    const Picture got = straighten(bench.session.device, photo, k.out_width, k.out_height);
    bench.expect(got.width == k.out_width && got.height == k.out_height &&
                     got.pixels.size() == 4 * static_cast<std::size_t>(k.out_width * k.out_height),
                 fmt::format("{}: the result has {} x {} pixels and {} bytes.", where, got.width,
                             got.height, got.pixels.size()));
    int looked_at = 0, wrong = 0;
    for (int y = 0; y < k.out_height; ++y)
      for (int x = 0; x < k.out_width; ++x) {
        const double s = x / (k.out_width - 1.0), t = y / (k.out_height - 1.0);
        if (page.is_near_edge(s, t, 2.5 / std::min(k.out_width, k.out_height)))
          continue;
        ++looked_at;
        const Colour want = page.at(s, t);
        for (std::size_t n = 0; n < 3; ++n)
          if (std::abs(got.pixels[static_cast<std::size_t>(4 * (y * k.out_width + x)) + n] -
                       want[n]) > 12) {
            ++wrong;
            break;
          }
      }
    bench.expect(
        100 * wrong < looked_at,
        fmt::format(
            "{}: {} of {} pixels away from edges have another colour than the page has there.",
            where, wrong, looked_at));
  }
}
