#include "tools/exercise/check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  bench.build_with("-D SIDE=16");
  const auto ints = [](const auto& values) {
    return std::vector<cl_int>(values.begin(), values.end());
  };
  const auto bytes = [&](std::size_t count, cl_int low, cl_int high) {
    const std::vector<cl_int> numbers = bench.random_ints(count, low, high);
    return std::vector<cl_uchar>(numbers.begin(), numbers.end());
  };
  const auto as_uint = [](std::size_t n) { return static_cast<cl_uint>(n); };
  const bool small = bench.in_simulator;

  // 1 to 3, for each pixel
  for (const std::size_t count : bench.sizes({1, 2, 7, 300}, {3, 7})) {
    const std::size_t pixels = small ? 5 : 1000;
    const std::vector<cl_uchar> frames = bytes(count * pixels, 90, 255);
    std::vector<cl_int> want;
    for (std::size_t i = 0; i < pixels; ++i) {
      std::size_t sum = 0;
      for (std::size_t frame = 0; frame < count; ++frame)
        sum += frames[frame * pixels + i];
      want.push_back(static_cast<cl_int>((2 * sum + count) / (2 * count)));
    }
    const auto dark = bench.output<cl_uchar>(pixels);
    bench.run("mean_of", {pixels}, {64}, bench.input(frames), dark.buffer, as_uint(pixels),
              as_uint(count));
    bench.expect(ints(bench.read(dark)), want, fmt::format("mean_of {} pictures", count));
  }
  for (const std::size_t pixels : bench.sizes({1, 1000}, {31})) {
    const std::vector<cl_uchar> picture = bytes(pixels, 0, 255), other = bytes(pixels, 0, 255);
    std::vector<cl_int> without;
    std::vector<double> flat;
    std::vector<cl_uchar> light = other;
    for (std::size_t i = 0; i < pixels; i += 10)
      light[i] = 0;
    for (std::size_t i = 0; i < pixels; ++i) {
      without.push_back(std::max(0, picture[i] - other[i]));
      flat.push_back(light[i] == 0 ? 0.0 : std::min(255.0, picture[i] * 128.0 / light[i]));
    }
    const auto less = bench.output<cl_uchar>(pixels);
    bench.run("subtract", {pixels}, {64}, bench.input(picture), bench.input(other), less.buffer,
              as_uint(pixels));
    bench.expect(ints(bench.read(less)), without, fmt::format("subtract, {} pixels", pixels));
    const auto flattened = bench.output<float>(pixels);
    bench.run("flatten", {pixels}, {64}, bench.input(picture), bench.input(light), flattened.buffer,
              as_uint(pixels));
    bench.expect(flattened, flat, {0.0, 1e-6}, fmt::format("flatten, {} pixels", pixels),
                 exercise::Layout().from("picture", picture).from("flat", light));
  }

  struct Size {
    int width, height;
  };
  for (const Size& s : {Size{31, 17}, Size{5, 40}, Size{1, 1}, Size{64, 48}}) {
    if (small && s.width * s.height > 700)
      continue;
    const auto wide = static_cast<std::size_t>(s.width), high = static_cast<std::size_t>(s.height);
    const std::size_t pixels = wide * high;
    const std::string where = fmt::format(", {} x {} pixels", s.width, s.height);
    const std::vector<float> in = bench.random(pixels, 0.0F, 255.0F);
    const auto at = [&](int x, int y) { return in[static_cast<std::size_t>(y * s.width + x)]; };

    // 4
    std::vector<double> medians;
    for (int y = 0; y < s.height; ++y)
      for (int x = 0; x < s.width; ++x) {
        std::array<float, 9> nine{};
        for (int k = 0; k < 9; ++k)
          nine[static_cast<std::size_t>(k)] = at(std::clamp(x + k % 3 - 1, 0, s.width - 1),
                                                 std::clamp(y + k / 3 - 1, 0, s.height - 1));
        std::sort(nine.begin(), nine.end());
        medians.push_back(nine[4]);
      }
    const auto median = bench.output<float>(pixels);
    bench.run("median", {wide, high}, {8, 4}, bench.input(in), median.buffer, s.width, s.height);
    bench.expect(median, medians, {0.0, 0.0}, "median" + where, wide);

    // 5 and 6
    for (const std::size_t wanted : {64, 12, 256}) {
      if (small && wanted == 64)
        continue;
      const std::size_t group = bench.group(wanted);
      std::vector<float> sky = in;
      for (std::size_t i = 0; i < pixels; i += 3)
        sky[i] = 300.0F - sky[i] / 100.0F;
      std::vector<cl_int> counts(64);
      for (const float value : sky)
        ++counts[static_cast<std::size_t>(std::min(63.0F, value / 4.0F))];
      const cl::Buffer bins = bench.input(std::vector<cl_uint>(64));
      bench.run("histogram", {pixels}, {group}, bench.input(sky), bins, as_uint(pixels));
      bench.expect(ints(bench.read<cl_uint>(bins, 64)), counts,
                   fmt::format("histogram{}, groups of {}", where, group));
    }
    if (s.width == 31)
      for (const int kind : {0, 1, 2, 3, 4}) {
        std::vector<cl_uint> bins(64);
        for (std::size_t i = 0; i < pixels; ++i)
          ++bins[kind == 0   ? 0
                 : kind == 1 ? i % 64
                 : kind == 2 ? (i < pixels / 50 ? 63 : 5)
                 : kind == 3 ? 63
                             : (i < 30 ? 63 - i / 3 : 2)]; // three in each of the last ten
        cl_int level = 63;
        for (cl_uint bin = 64; bin-- > 0;) {
          cl_uint above = 0;
          for (cl_uint k = bin + 1; k < 64; ++k)
            above += bins[k];
          if (above <= pixels / 50)
            level = static_cast<cl_int>(bin);
        }
        const auto out = bench.output<cl_int>(1);
        bench.run("level_of", {1}, {1}, bench.input(bins), out.buffer, as_uint(pixels));
        bench.expect(out, {level}, fmt::format("level_of{}, histogram {}", where, kind));
      }

    // 7, with plateaus
    std::vector<float> stepped;
    for (const float value : in)
      stepped.push_back(std::floor(value / 40.0F));
    std::vector<cl_int> right_stars;
    for (int y = 0; y < s.height; ++y)
      for (int x = 0; x < s.width; ++x) {
        const std::size_t i = static_cast<std::size_t>(y * s.width + x);
        bool star = stepped[i] > 4.0F;
        for (int py = std::max(0, y - 1); py <= std::min(s.height - 1, y + 1); ++py)
          for (int px = std::max(0, x - 1); px <= std::min(s.width - 1, x + 1); ++px) {
            const std::size_t j = static_cast<std::size_t>(py * s.width + px);
            star = star && (j < i ? stepped[j] < stepped[i] : stepped[j] <= stepped[i]);
          }
        if (star)
          right_stars.push_back(static_cast<cl_int>(i));
      }
    const std::size_t all = right_stars.size();
    for (const std::size_t room : {all + 3, all / 2}) {
      const auto stars = bench.output<cl_uint>(room);
      const cl::Buffer count = bench.input(std::vector<cl_uint>{0});
      bench.run("find", {wide, high}, {8, 4}, bench.input(stepped), stars.buffer, count, 4.0F,
                as_uint(room), s.width, s.height);
      const std::string with = fmt::format("find{}, with room for {} stars", where, room);
      const cl_uint counted = bench.read<cl_uint>(count, 1)[0];
      bench.expect(counted == all,
                   fmt::format("{}: it counts {}, but there are {}.", with, counted, all));
      if (room < all) {
        std::vector<cl_uint> stored(bench.read(stars, with));
        std::sort(stored.begin(), stored.end());
        bench.expect(std::adjacent_find(stored.begin(), stored.end()) == stored.end() &&
                         std::all_of(stored.begin(), stored.end(),
                                     [&](cl_uint star) {
                                       return std::binary_search(right_stars.begin(),
                                                                 right_stars.end(),
                                                                 static_cast<cl_int>(star));
                                     }),
                     with + ": what it stores are not different stars.");
      } else if (all > 0) {
        std::vector<cl_int> stored = ints(bench.read(stars, with));
        stored.resize(all);
        std::sort(stored.begin(), stored.end());
        bench.expect(stored, right_stars, with + ", sorted");
      }
    }

    // 8 to 11, for some stars: in the corners, on the edges, and inside
    std::vector<cl_uint> stars;
    for (const Size& place :
         {Size{0, 0}, Size{s.width - 1, 0}, Size{0, s.height - 1}, Size{s.width - 1, s.height - 1},
          Size{s.width / 2, s.height / 3}, Size{s.width / 3, s.height / 2}, Size{1, s.height / 4}})
      stars.push_back(static_cast<cl_uint>(std::max(0, place.height * s.width + place.width)));
    const std::size_t count = stars.size();
    std::vector<double> centres_x, centres_y, fluxes;
    constexpr int reach = 3, arm = 4;
    std::vector<double> marked(in.begin(), in.end());
    for (const cl_uint star : stars) {
      const int x = static_cast<int>(star) % s.width, y = static_cast<int>(star) / s.width;
      double sum = 0.0, sum_x = 0.0, sum_y = 0.0, light = 0.0;
      for (int py = 0; py < s.height; ++py)
        for (int px = 0; px < s.width; ++px) {
          const int dx = std::abs(px - x), dy = std::abs(py - y);
          if (dx <= 2 && dy <= 2) {
            sum += at(px, py);
            sum_x += double{at(px, py)} * px;
            sum_y += double{at(px, py)} * py;
          }
          if (dx <= reach && dy <= reach)
            light += at(px, py);
          if ((dx == 0 && dy <= arm) || (dy == 0 && dx <= arm))
            marked[static_cast<std::size_t>(py * s.width + px)] = 255.0;
        }
      centres_x.push_back(sum_x / sum);
      centres_y.push_back(sum_y / sum);
      fluxes.push_back(light);
    }
    const cl::Buffer places = bench.input(stars), picture = bench.input(in);
    const auto centre_x = bench.output<float>(count), centre_y = bench.output<float>(count);
    bench.run("centre", {count}, {4}, picture, places, centre_x.buffer, centre_y.buffer,
              as_uint(count), as_uint(wide), as_uint(high));
    bench.expect(centre_x, centres_x, {1e-4, 1e-5}, "centre, x" + where);
    bench.expect(centre_y, centres_y, {1e-4, 1e-5}, "centre, y" + where);
    for (const std::size_t wanted : {16, 12, 1, 49, 64}) {
      if (small && wanted != 12)
        continue;
      const std::size_t group = bench.group(wanted);
      const auto out = bench.output<float>(count);
      bench.run("flux", {count * group}, {group}, picture, places, out.buffer,
                cl::Local(group * sizeof(float)), reach, s.width, s.height);
      bench.expect(out, fluxes, {1e-2, 1e-5}, fmt::format("flux{}, groups of {}", where, group));
      std::size_t read = count; // its place
      for (const cl_uint star : stars) {
        const int x = static_cast<int>(star) % s.width, y = static_cast<int>(star) / s.width;
        read += static_cast<std::size_t>(
            (std::min(s.width - 1, x + reach) - std::max(0, x - reach) + 1) *
            (std::min(s.height - 1, y + reach) - std::max(0, y - reach) + 1));
      }
      bench.allow("flux", {.global_loads = read + 4 * count * group, .global_stores = count});
    }
    std::vector<float> light(fluxes.begin(), fluxes.end());
    light.push_back(0.25F);
    light.push_back(0.0F);
    light.push_back(-1.0F);
    std::vector<double> magnitudes;
    for (const float one : light)
      magnitudes.push_back(one > 0.0F ? -2.5 * std::log10(double{one} / 1000.0) : double{1e30F});
    const auto magnitude = bench.output<float>(light.size());
    bench.run("magnitude", {light.size()}, {4}, bench.input(light), magnitude.buffer, 1000.0F,
              as_uint(light.size()));
    std::vector<float> found = bench.read(magnitude, "magnitude" + where);
    for (float& one : found)
      one = std::isinf(one) && one > 0.0F ? 1e30F : one;
    bench.expect(found, magnitudes, {1e-4, 1e-5},
                 "magnitude" + where + " (1e30 stands for INFINITY)",
                 exercise::Layout().from("flux", light));
    const auto crossed = bench.input(in);
    bench.run("mark", {wide, high}, {8, 4}, crossed, places, as_uint(count), arm, as_uint(wide),
              as_uint(high));
    bench.expect(bench.read<float>(crossed, pixels), marked, {0.0, 0.0}, "mark" + where, wide);

    // 12
    std::vector<double> turned(pixels);
    for (std::size_t y = 0; y < high; ++y)
      for (std::size_t x = 0; x < wide; ++x)
        turned[x * high + y] = in[y * wide + x];
    const auto out = bench.output<float>(pixels);
    if (bench.group(256) == 256) {
      bench.run("turn", {wide, high}, {16, 16}, picture, out.buffer, s.width, s.height);
      bench.expect(out, turned, {0.0, 0.0}, "turn" + where, high);
      bench.allow("turn", {.global_loads = pixels, .global_stores = pixels});
    }

    // 13: exact values, and none whose rounding is doubtful
    std::vector<float> levels;
    std::vector<cl_int> shown;
    for (std::size_t i = 0; i < pixels; ++i) {
      const int value = static_cast<int>(i * 7 % 400) - 60;
      levels.push_back(static_cast<float>(value) + (i % 2 == 0 ? 0.25F : -0.25F));
      shown.push_back(std::clamp(value - 10, 0, 255));
    }
    const auto screen = bench.output<cl_uchar>(pixels);
    bench.run("stretch", {pixels}, {64}, bench.input(levels), screen.buffer, 10.0F, 265.0F,
              as_uint(pixels));
    bench.expect(ints(bench.read(screen)), shown, "stretch" + where,
                 exercise::Layout(wide).from("value", levels));
  }
}
