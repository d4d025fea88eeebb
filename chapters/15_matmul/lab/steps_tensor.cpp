// NVIDIA's tensor cores: t1 to t4.

#include "steps.hpp"

#include "blocked.hpp"

namespace matmul {
namespace {

// A warp of 32 work-items for each WM x WN elements: t1 to t4.
Geometry warp_geometry(const Extents& x, const Values& v, std::uint64_t local_bytes) {
  const std::uint64_t bm = value(v, "BM"), bn = value(v, "BN");
  const std::uint64_t items = 32 * (bm / value(v, "WM")) * (bn / value(v, "WN"));
  return {{ceil_div(x.n, bn) * items, ceil_div(x.m, bm)}, {items, 1}, local_bytes};
}

Values cores(int bm, int bn, int bk, int wm, int wn) {
  return {{"BM", bm}, {"BN", bn}, {"BK", bk}, {"WM", wm}, {"WN", wn}};
}

Values staged(Values v, int stages) {
  v["STAGES"] = stages;
  return v;
}

Blocked tensor(std::function<Geometry(const Extents&, const Values&)> geometry, double error) {
  Blocked blocked{std::move(geometry), nullptr, tile_misfit};
  blocked.vectors = true;
  blocked.tensor_cores = true;
  blocked.factor_error = error;
  return blocked;
}

} // namespace

std::vector<Step> tensor_steps(const Matmul& problem) {
  std::vector<Step> steps;
  const auto add = [&](Step step) { steps.push_back(std::move(step)); };

  // [tensor]
  const auto two_tiles = [](const Extents& x, const Values& v) {
    return warp_geometry(
        x, v, 8 * value(v, "BK") * (value(v, "BM") + value(v, "BN") + 2 * value(v, "PAD")));
  };
  const auto padded_stages = [](const Extents& x, const Values& v) {
    const std::uint64_t bm = value(v, "BM"), bn = value(v, "BN"), bk = value(v, "BK");
    return warp_geometry(x, v, 4 * value(v, "STAGES") * (bm * (bk + 4) + bk * (bn + 8)));
  };
  const auto stages = [](const Extents& x, const Values& v) {
    return warp_geometry(
        x, v, 4 * value(v, "STAGES") * value(v, "BK") * (value(v, "BM") + value(v, "BN")));
  };
  std::vector<harness::Parameter> core_parameters{{"BM", {64, 128, 256}},
                                                  {"BN", {64, 128, 256}},
                                                  {"BK", {16, 32}},
                                                  {"WM", {32, 64}},
                                                  {"WN", {32, 64}}};
  std::vector<harness::Parameter> stage_parameters = core_parameters;
  core_parameters.push_back({"PAD", {4, 8}});
  stage_parameters.push_back({"STAGES", {2, 3, 4}});
  const Values square_tiles = cores(128, 128, 16, 64, 64);
  Values padded_tiles = square_tiles;
  padded_tiles["PAD"] = 8;
  const std::vector<Values> three_stages{staged(square_tiles, 3)};
  Step first =
      blocked_step(problem,
                   {"t1",
                    "tensor_cores",
                    "NVIDIA only: tensor cores through PTX, factors rounded to tf32 (10 bits)",
                    "",
                    core_parameters,
                    {padded_tiles}},
                   tensor(two_tiles, tf32_rounding));
  // The first preset is v13's but for the pad. v13's smaller ones have tiles that an mma does not fit into.
  first.parent = "v13";
  first.changed_parameters = {"BM", "BN", "BK", "WM", "WN", "PAD"};
  add(std::move(first));
  add(blocked_step(problem,
                   {"t2",
                    "async_copies",
                    "NVIDIA only: copies that pass by the registers; factors cut off to tf32",
                    "",
                    stage_parameters,
                    {staged(square_tiles, 2)}},
                   tensor(padded_stages, tf32_truncation)));
  Step swizzles = blocked_step(
      problem,
      {"t3", "swizzles", "NVIDIA only: a swizzle instead of pads, room for a third tile; ldmatrix",
       "", stage_parameters, three_stages},
      tensor(stages, tf32_truncation));
  swizzles.changed_parameters = {"STAGES"};
  add(std::move(swizzles));
  add(blocked_step(problem,
                   {"t4", "bfloat16",
                    "NVIDIA only: factors rounded to bfloat16 (7 bits), two of them in a word", "",
                    stage_parameters, three_stages},
                   tensor(stages, bf16_rounding)));
  // [/tensor]
  return steps;
}

} // namespace matmul
