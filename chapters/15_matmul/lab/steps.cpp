// The ladder: which kernel, with which parameters, in which work-groups; what each step promises.

#include "steps.hpp"

#include "blocked.hpp"
#include "common/launch.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

namespace matmul {
namespace {

// --- v1 to v3: one element of C for each work-item --------------------------------------------

// They differ only in kernel and in which dimension of the NDRange is the row.
// [launcher]
Step simple_step(const Matmul& problem, Step step, int row_dimension, std::uint64_t loads,
                 std::uint64_t stores) {
  step.kernel_file = file_of(step);
  step.prepare = [&problem, step, row_dimension](const harness::Workbench& bench) -> harness::Run {
    const Operands in = problem.operands();
    cl::Kernel kernel = bench.kernel(step.kernel_file, "matmul_" + step.name);
    common::set_args(kernel, in.a_on_device, in.b_on_device, bench.output, in.shape.m, in.shape.n,
                     in.shape.k);
    const std::size_t m = in.shape.m;
    const std::size_t n = in.shape.n;
    const cl::NDRange work = row_dimension == 0 ? cl::NDRange(m, n) : cl::NDRange(n, m);
    const cl::NDRange local = common::fit_local_size(bench.session.device, kernel, {16, 16});
    const cl::NDRange global = common::round_up(work, local);
    return harness::Launches(bench).add(kernel, global, local).run();
  };
  const Extents x(problem.operands().shape);
  step.accesses = [=](const Values&) {
    return Counts{{"matmul_" + step.name,
                   {.global_loads = loads * x.m * x.n, .global_stores = stores * x.m * x.n}}};
  };
  return step;
}
// [/launcher]

// A row of C for each work-item: v4, v5, v6.
Geometry row_geometry(const Extents& x, const Values& v) {
  const std::uint64_t group = value(v, "GROUP", 1);
  return {{ceil_div(x.m, group) * group}, {group}, 0};
}

// v6 keeps a part of a column in local memory.
Geometry local_column_geometry(const Extents& x, const Values& v) {
  Geometry g = row_geometry(x, v);
  g.local_bytes = 4 * value(v, "ROW");
  return g;
}

Accesses row_accesses(const Extents& x, const Values&) { // v4
  return {.global_loads = 2 * x.m * x.n * x.k, .global_stores = x.m * x.n};
}

// The pieces of a row that v5 and v6 go through it in.
std::uint64_t pieces(const Extents& x, const Values& v) {
  return std::max<std::uint64_t>(ceil_div(x.k, value(v, "ROW")), 1);
}

Accesses private_row_accesses(const Extents& x, const Values& v) { // v5
  const std::uint64_t p = pieces(x, v);
  return {.global_loads = x.m * x.k + x.m * x.n * x.k + x.m * x.n * (p - 1),
          .global_stores = x.m * x.n * p};
}

Accesses local_column_accesses(const Extents& x, const Values& v) { // v6
  const std::uint64_t p = pieces(x, v), shares = ceil_div(x.m, value(v, "GROUP"));
  return {.global_loads = x.m * x.k + shares * x.n * x.k + x.m * x.n * (p - 1),
          .global_stores = x.m * x.n * p,
          .local_loads = x.m * x.n * x.k,
          .local_stores = shares * x.n * x.k};
}

// Tiles of BM x BN elements of C, TM x TN of them for each work-item, in a grid: v7 to v12.
Geometry grid_geometry(const Extents& x, const Values& v) {
  const std::uint64_t bm = value(v, "BM"), bn = value(v, "BN"), bk = value(v, "BK");
  const std::uint64_t tm = value(v, "TM", 1), tn = value(v, "TN", 1);
  return {{ceil_div(x.n, bn) * bn / tn, ceil_div(x.m, bm) * bm / tm},
          {bn / tn, bm / tm},
          4 * bk * (bm + value(v, "PAD") + bn)};
}

// v12 has two of them.
Geometry double_buffer_geometry(const Extents& x, const Values& v) {
  Geometry g = grid_geometry(x, v);
  g.local_bytes *= 2;
  return g;
}

// The same tiles, their work-items in one line: v13 to v20.
Geometry line_geometry(const Extents& x, const Values& v) {
  const std::uint64_t bm = value(v, "BM"), bn = value(v, "BN"), bk = value(v, "BK");
  const std::uint64_t items = bm * bn / (value(v, "TM") * value(v, "TN"));
  return {{ceil_div(x.n, bn) * items, ceil_div(x.m, bm)},
          {items, 1},
          8 * bk * (bm + value(v, "PAD") + bn)};
}

// How often what happens, for the formulas below.
struct Tiles {
  std::uint64_t bm, bn, bk, tm, tn;
  std::uint64_t groups; ///< work-groups
  std::uint64_t items;  ///< work-items in each
  std::uint64_t steps;  ///< tiles along K

  Tiles(const Extents& x, const Values& v)
      : bm(value(v, "BM")), bn(value(v, "BN")), bk(value(v, "BK")), tm(value(v, "TM", 1)),
        tn(value(v, "TN", 1)), groups(ceil_div(x.m, bm) * ceil_div(x.n, bn)),
        items(bm * bn / (tm * tn)), steps(ceil_div(x.k, bk)) {}
};

// v7 to v9: every work-group reads a stripe of A and one of B; tm + tn local loads feed tm tn
// products.
Accesses tile_accesses(const Extents& x, const Values& v) {
  const Tiles t(x, v);
  return {.global_loads = x.m * x.k * ceil_div(x.n, t.bn) + x.k * x.n * ceil_div(x.m, t.bm),
          .global_stores = x.m * x.n,
          .local_loads = t.groups * t.items * t.steps * t.bk * (t.tm + t.tn),
          .local_stores = t.groups * t.steps * t.bk * (t.bm + t.bn)};
}

// v10 to v14: the same in vectors of V floats; the turned tile of A is stored float by float.
Accesses vector_accesses(const Extents& x, const Values& v) {
  const Tiles t(x, v);
  const std::uint64_t width = aligned(x) ? 4 : 1;
  return {.global_loads =
              x.m * x.k / width * ceil_div(x.n, t.bn) + x.k * x.n / width * ceil_div(x.m, t.bm),
          .global_stores = x.m * x.n / width,
          .local_loads = t.groups * t.items * t.steps * t.bk * (t.tm + t.tn) / 4,
          .local_stores = t.groups * t.steps * t.bk * (t.bm + t.bn / width)};
}

// v15 to v19: beyond the edges the last row or column is read again; the first tiles always are.
Accesses lean_accesses(const Extents& x, const Values& v, bool vectors) {
  Tiles t(x, v);
  const std::uint64_t width = vectors ? 4 : 1;
  t.steps = std::max<std::uint64_t>(t.steps, 1);
  return {.global_loads = t.groups * (t.bm + t.bn) * x.k / width,
          .global_stores = x.m * x.n / width,
          .local_loads = t.groups * t.items * t.steps * t.bk * (t.tm + t.tn) / 4,
          .local_stores = t.groups * (t.steps + 1) * t.bk * (t.bm + t.bn / width)};
}

// --- the parameters ------------------------------------------------------------------------------

// v7 has one size of tile for everything.
Values square(const Values& v) {
  const int tile = static_cast<int>(value(v, "TILE"));
  return {{"BM", tile}, {"BN", tile}, {"BK", tile}};
}

Geometry square_geometry(const Extents& x, const Values& v) {
  return grid_geometry(x, square(v));
}

Accesses square_accesses(const Extents& x, const Values& v) {
  return tile_accesses(x, square(v));
}

Values column(int bm, int bn, int bk, int tm) {
  return {{"BM", bm}, {"BN", bn}, {"BK", bk}, {"TM", tm}};
}

Values block(int bm, int bn, int bk, int tm, int tn) {
  Values v = column(bm, bn, bk, tm);
  v["TN"] = tn;
  return v;
}

Values padded(Values v, int pad) {
  v["PAD"] = pad;
  return v;
}

Values warps(int bm, int bn, int bk, int wm, int wn, int tm, int tn) {
  Values v = padded(block(bm, bn, bk, tm, tn), 4);
  v["WM"] = wm;
  v["WN"] = wn;
  return v;
}

// The tiles of v8 to v20: one geometry for all of them, so that between two steps only the idea changes. From left to right
// smaller ones, for small matrices and for devices with smaller work-groups; the last is one work-item.
struct Pin {
  int bm, bn, bk, tm, tn, wm, wn;
};
constexpr std::array pins{Pin{128, 128, 16, 16, 8, 64, 64}, Pin{128, 64, 16, 8, 4, 32, 32},
                          Pin{32, 32, 8, 4, 4, 16, 32}, Pin{8, 16, 8, 4, 8, 8, 16},
                          Pin{4, 4, 4, 4, 4, 4, 4}};

std::vector<Values> pinned(const std::function<Values(const Pin&)>& values) {
  std::vector<Values> presets;
  std::transform(pins.begin(), pins.end(), std::back_inserter(presets), values);
  return presets;
}

std::vector<Values> with(std::vector<Values> presets, const char* parameter, int value) {
  for (Values& v : presets)
    v[parameter] = value;
  return presets;
}

// v13 and v14; from v15 on with the odd pieces first.
Blocked line() {
  return {.geometry = line_geometry,
          .accesses = vector_accesses,
          .misfit = tile_misfit,
          .vectors = true,
          .wants_crowd = true};
}

Accesses odd_first_accesses(const Extents& x, const Values& v) {
  return lean_accesses(x, v, aligned(x));
}

Blocked odd_first() {
  return {.geometry = line_geometry,
          .accesses = odd_first_accesses,
          .misfit = tile_misfit,
          .vectors = true,
          .guard = true,
          .wants_crowd = true};
}

// v20: the parts of the loop over k, each a work-group of its own; a second kernel adds their sums.
std::uint64_t part_depth(const Extents& x, const Values& v) {
  const std::uint64_t bk = value(v, "BK"), split = value(v, "SPLIT");
  return ceil_div(x.k, split * bk) * bk;
}

Step split_step(const Matmul& problem, Step step) {
  const Extents x(problem.operands().shape);
  const Blocked blocked = odd_first();
  step = blocked_step(problem, std::move(step), blocked);
  // [split]
  step.prepare = [&problem, step, blocked, x](const harness::Workbench& bench) -> harness::Run {
    const Operands in = problem.operands();
    const auto [m, n, k] = in.shape;
    const std::uint64_t split = value(bench.values, "SPLIT");
    harness::Launches launches(bench);
    const cl::Buffer sums = launches.buffer(sizeof(float) * split * x.m * x.n);
    cl::Kernel multiply =
        bench.kernel(step.kernel_file, "matmul_split_k", variant(blocked, x, bench.values));
    cl::Kernel add = bench.kernel(step.kernel_file, "add_parts");
    common::set_args(multiply, in.a_on_device, in.b_on_device, sums, m, n, k);
    common::set_args(add, sums, bench.output, m, n);
    const Geometry g = line_geometry(x, bench.values);
    launches.add(multiply, {g.global[0], g.global[1], split}, {g.local[0], 1, 1});
    const cl::NDRange add_local = common::fit_local_size(bench.session.device, add, {256});
    return launches.add(add, common::round_up(cl::NDRange(x.m * x.n), add_local), add_local).run();
  };
  // [/split]
  step.accesses = [=](const Values& v) {
    const std::uint64_t split = value(v, "SPLIT"), depth = part_depth(x, v);
    Accesses all;
    for (std::uint64_t part = 0; part < split; ++part) {
      Extents mine = x;
      mine.k = std::min(depth, x.k - std::min(part * depth, x.k));
      const Accesses a = lean_accesses(mine, v, aligned(x));
      all.global_loads += a.global_loads;
      all.global_stores += a.global_stores;
      all.local_loads += a.local_loads;
      all.local_stores += a.local_stores;
    }
    return Counts{{"matmul_split_k", all},
                  {"add_parts", {.global_loads = split * x.m * x.n, .global_stores = x.m * x.n}}};
  };
  return step;
}

} // namespace

void add_sgemm(harness::Launches& launches, const harness::Workbench& bench, const Sgemm& call,
               const cl::Buffer& a, const cl::Buffer& b) {
  const Extents x(call.shape);
  const Blocked blocked = odd_first();
  // Its vectors run along the rows of the matrices as they are stored.
  const bool rows_of_vectors = (call.transpose_a ? x.m : x.k) % 4 == 0 &&
                               (call.transpose_b ? x.k : x.n) % 4 == 0 && x.n % 4 == 0;
  const Values& v = bench.values;
  const bool whole = rows_of_vectors && x.k > 0 && x.m % value(v, "BM") == 0 &&
                     x.n % value(v, "BN") == 0 && x.k % value(v, "BK") == 0;
  cl::Kernel kernel =
      bench.kernel(call.kernel_file, "matmul_sgemm",
                   fmt::format(" -DALIGNED={:d} -DGUARD={:d} -DTRANSPOSE_A={:d} -DTRANSPOSE_B={:d}",
                               rows_of_vectors, !whole, call.transpose_a, call.transpose_b));
  common::set_args(kernel, a, b, bench.output, call.shape.m, call.shape.n, call.shape.k, call.alpha,
                   call.beta);
  if (call.bias())
    kernel.setArg(8, call.bias);
  const Geometry g = line_geometry(x, v);
  launches.add(kernel, g.global, g.local);
}

harness::Run prepare_sgemm(const harness::Workbench& bench, const Sgemm& call, const cl::Buffer& a,
                           const cl::Buffer& b) {
  harness::Launches launches(bench);
  add_sgemm(launches, bench, call, a, b);
  return launches.run();
}

std::vector<Step> steps_for(const Matmul& problem) {
  const std::uint64_t k = Extents(problem.operands().shape).k;
  std::vector<Step> steps;

  // [steps]
  steps.push_back(simple_step(problem,
                              {.id = "v1",
                               .name = "naive",
                               .change = "the definition; the running sum lives in global memory"},
                              0, 2 * k, k + 1));
  steps.push_back(simple_step(
      problem,
      {.id = "v2",
       .name = "accumulator",
       .change = "the running sum moves into a private variable: one store instead of K + 1"},
      0, 2 * k, 1));
  steps.push_back(simple_step(
      problem,
      {.id = "v3",
       .name = "coalesced",
       .change = "neighbouring work-items take neighbouring columns: wide accesses to B and C"},
      1, 2 * k, 1));
  // [/steps]

  // A row of the table: the step as it is listed, and what distinguishes its launch and its promise.
  const auto add = [&](Step step, const Blocked& blocked) -> Step& {
    steps.push_back(blocked_step(problem, std::move(step), blocked));
    return steps.back();
  };

  // [rows]
  const harness::Parameter groups{"GROUP", {1, 2, 4, 8, 16, 32, 64, 128, 256}};
  add({.id = "v4",
       .name = "row_per_item",
       .change = "a work-item computes a whole row: less to schedule, fewer to share the work",
       .parameters = {groups},
       .presets = {{{"GROUP", 16}}, {{"GROUP", 1}}}},
      {.geometry = row_geometry, .accesses = row_accesses});
  const Parameters row_parameters{{"ROW", {64, 256, 1024, 4096}}, groups};
  const std::vector<Values> row_presets{
      {{"ROW", 1024}, {"GROUP", 16}}, {{"ROW", 1024}, {"GROUP", 1}}, {{"ROW", 16}, {"GROUP", 1}}};
  add({.id = "v5",
       .name = "private_row",
       .change = "its row of A is copied to private memory: half the loads",
       .parameters = row_parameters,
       .presets = row_presets},
      {.geometry = row_geometry, .accesses = private_row_accesses});
  add({.id = "v6",
       .name = "local_column",
       .change = "a work-group shares each column of B in local memory: 1/GROUP of the loads",
       .parameters = row_parameters,
       .presets = row_presets},
      {.geometry = local_column_geometry, .accesses = local_column_accesses});
  // [/rows]

  // [tiles]
  add({.id = "v7",
       .name = "local_tiles",
       .change = "square tiles of A and B in local memory: 1/TILE of the global loads",
       .parameters = {{"TILE", {4, 8, 16, 32}}},
       .presets = {{{"TILE", 32}}, {{"TILE", 16}}, {{"TILE", 4}}, {{"TILE", 1}}},
       .parent = "v3"},
      {.geometry = square_geometry, .accesses = square_accesses});
  const Blocked tiles{.geometry = grid_geometry, .accesses = tile_accesses, .misfit = tile_misfit};
  const std::vector<int> sizes{16, 32, 64, 128, 256};
  const Parameters column_parameters{
      {"BM", sizes}, {"BN", sizes}, {"BK", {4, 8, 16, 32}}, {"TM", {4, 8, 16}}};
  // A group of v8 has BN x BM/TM work-items: one, only if BN is 1. From v9 on it is BN/TN of them.
  std::vector<Values> columns = pinned([](const Pin& p) { return column(p.bm, p.bn, p.bk, p.tm); });
  columns.back()["BN"] = 1;
  add({.id = "v8",
       .name = "register_column",
       .change = "TM sums for each work-item: local loads per product fall from 2 to 1 + 1/TM",
       .parameters = column_parameters,
       .presets = columns},
      tiles);
  const Parameters block_parameters = more(column_parameters, {{"TN", {4, 8, 16}}});
  const std::vector<Values> blocks =
      pinned([](const Pin& p) { return block(p.bm, p.bn, p.bk, p.tm, p.tn); });
  add({.id = "v9",
       .name = "register_block",
       .change = "TM x TN sums: local loads per product fall to (TM + TN) / (TM TN)",
       .parameters = block_parameters,
       .presets = blocks,
       .changed_parameters = {"BN"}}, // in the last preset: see above
      tiles);
  // [/tiles]

  // [vectors]
  const Blocked vectors{.geometry = grid_geometry,
                        .accesses = vector_accesses,
                        .misfit = tile_misfit,
                        .vectors = true};
  add({.id = "v10",
       .name = "vectors",
       .change = "float4 wherever memory is touched: a quarter of the memory instructions",
       .parameters = block_parameters,
       .presets = blocks},
      vectors);
  const Parameters padded_parameters = more(block_parameters, {{"PAD", {0, 4, 8}}});
  const std::vector<Values> padded_blocks = with(blocks, "PAD", 4);
  add({.id = "v11",
       .name = "padding",
       .change = "rows of the turned tile get a pad: stores to local memory meet fewer conflicts",
       .parameters = padded_parameters,
       .presets = padded_blocks},
      vectors);
  add({.id = "v12",
       .name = "double_buffer",
       .change = "the next tiles travel while these are used: latency hidden, one barrier less",
       .parameters = padded_parameters,
       .presets = padded_blocks},
      {.geometry = double_buffer_geometry,
       .accesses = vector_accesses,
       .misfit = tile_misfit,
       .vectors = true});
  // [/vectors]

  // [warps]
  const std::vector<int> warp_sizes{8, 16, 32, 64, 128};
  const Parameters parameters = more(padded_parameters, {{"WM", warp_sizes}, {"WN", warp_sizes}});
  const std::vector<Values> warp_tiles =
      pinned([](const Pin& p) { return warps(p.bm, p.bn, p.bk, p.wm, p.wn, p.tm, p.tn); });
  add({.id = "v13",
       .name = "warp_tiles",
       .change = "a warp's work-items stand together: fewer different local addresses at a time",
       .parameters = parameters,
       .presets = warp_tiles},
      line());
  add({.id = "v14",
       .name = "addresses",
       .change = "addresses are computed once, before the loop",
       .parameters = parameters,
       .presets = warp_tiles},
      line());
  add({.id = "v15",
       .name = "whole_tiles",
       .change = "the odd piece of K first: no test of an edge inside the loop",
       .parameters = parameters,
       .presets = warp_tiles},
      odd_first());
  add({.id = "v16",
       .name = "snake",
       .change = "neighbouring multiply-adds share a factor",
       .parameters = parameters,
       .presets = warp_tiles},
      odd_first());
  add({.id = "v17",
       .name = "lane_pairs",
       .change = "lanes in pairs of rows: eight neighbours need fewer different float4s",
       .parameters = parameters,
       .presets = warp_tiles},
      odd_first());
  add({.id = "v18",
       .name = "sgemm",
       .change = "a library's whole job: alpha, beta, transposed operands; as fast",
       .parameters = parameters,
       .presets = warp_tiles},
      odd_first())
      .prepare = [&problem](const harness::Workbench& bench) {
    const Operands in = problem.operands();
    return prepare_sgemm(bench, {in.shape}, in.a_on_device, in.b_on_device);
  };
  // [/warps]

  // [grid]
  add({.id = "v19",
       .name = "tile_order",
       .change = "work-groups go through C in stripes: what they share stays in the cache",
       .parameters = more(parameters, {{"STRIPE", {2, 4, 8, 16}}}),
       .presets = with(warp_tiles, "STRIPE", 8),
       .parent = "v17"},
      odd_first());
  steps.push_back(split_step(
      problem,
      {.id = "v20",
       .name = "split_k",
       .change = "SPLIT work-groups share a tile, each a part of K: for a small C and a large K",
       .parameters = more(parameters, {{"SPLIT", {2, 4, 8, 16}}}),
       .presets = with(warp_tiles, "SPLIT", 4),
       .parent = "v17"}));
  // [/grid]

  const auto append = [&](std::vector<Step> family) {
    std::move(family.begin(), family.end(), std::back_inserter(steps));
  };
  append(cpu_steps(problem));
  append(tensor_steps(problem));
  if (problem.in_a_row() > 1) // for all but the mapped steps, which therefore come last
    for (Step& step : steps)
      step.obstacle = [](const cl::Device&, const Values&) {
        return "only the steps from t20 on, and cuBLAS, run several times in a row";
      };
  append(mapped_steps(problem));
  return steps;
}

} // namespace matmul
