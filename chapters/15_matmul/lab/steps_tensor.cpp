// NVIDIA's tensor cores: t1 to t22.

#include "steps.hpp"

#include "blocked.hpp"
#include "common/launch.hpp"
#include "harness/inspect/kernel_stats.hpp"
#include "harness/lab/changed_ptx.hpp"
#include "harness/lab/device.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace matmul {
namespace {

// A warp of 32 work-items for each WM x WN elements: t1 to t7.
Geometry warp_geometry(const Extents& x, const Values& v, std::uint64_t local_bytes) {
  const std::uint64_t bm = value(v, "BM"), bn = value(v, "BN");
  const std::uint64_t items = 32 * (bm / value(v, "WM")) * (bn / value(v, "WN"));
  return {{ceil_div(x.n, bn) * items, ceil_div(x.m, bm)}, {items, 1}, local_bytes};
}

Values cores(int bm, int bn, int bk, int wm, int wn) {
  return {{"BM", bm}, {"BN", bn}, {"BK", bk}, {"WM", wm}, {"WN", wn}};
}

Values with(Values v, const Values& more) {
  for (const auto& [name, number] : more)
    v[name] = number;
  return v;
}

Blocked tensor(std::function<Geometry(const Extents&, const Values&)> geometry, double error) {
  Blocked blocked{std::move(geometry), nullptr, tile_misfit};
  blocked.vectors = true;
  blocked.tensor_cores = true;
  blocked.factor_error = error;
  return blocked;
}

// --- t7 to t19: both operands are packed into tiles first (pack_tiles.cl) ------------------------

enum class Rounds {
  one,            ///< a work-group for each tile
  as_many_as_fit, ///< as many work-groups as compute units
  even            ///< as few as need no more rounds
};

struct Packed {
  bool hopper = true; ///< instructions for sm_90a, through harness/lab/changed_ptx.hpp
  bool one_array =
      true;             ///< hopper: `tiles` has all its local memory; else arrays of 48 KiB at most
  bool fetcher = false; ///< a warp more, which only fetches
  Rounds rounds = Rounds::one; ///< in which work-groups that stay take all tiles
  bool tf32 = false;           ///< factors of four bytes, else bfloat16
  unsigned parts = 1;          ///< tf32 numbers for each factor
};

// How the tiles of a product are laid out.
struct TileGrid {
  std::uint64_t rows, cols, along_k; ///< tiles of C; tiles along K, at least one
  std::uint64_t a_bytes, b_bytes;    ///< of a tile of A, of B, with all its parts
  std::uint64_t items;               ///< of a work-group
  std::uint64_t local_bytes;         ///< of all stages

  TileGrid(const Extents& x, const Values& v, const Packed& step)
      : rows(ceil_div(x.m, value(v, "BM"))), cols(ceil_div(x.n, value(v, "BN"))),
        along_k(std::max<std::uint64_t>(ceil_div(x.k, value(v, "BK")), 1)),
        a_bytes(step.parts * (step.tf32 ? 4 : 2) * value(v, "BK") * value(v, "BM")),
        b_bytes(step.parts * (step.tf32 ? 4 : 2) * value(v, "BK") * value(v, "BN")),
        items(step.hopper
                  ? 128 * value(v, "WARPGROUPS", 1) + 32 * step.fetcher
                  : 32 * (value(v, "BM") / value(v, "WM")) * (value(v, "BN") / value(v, "WN"))),
        local_bytes(value(v, "STAGES") * (a_bytes + b_bytes)) {}
};

std::string packed_obstacle(const Packed& step, const TileGrid& grid, const cl::Device& device) {
  if (std::string reason = tensor_core_obstacle(device, step.hopper); !reason.empty())
    return reason;
  const std::uint64_t most = (step.hopper ? 227 : 48) * 1024;
  if (grid.local_bytes > most - (step.hopper ? 1024 : 0))
    return fmt::format("needs {} bytes of local memory: this device has {}", grid.local_bytes,
                       most);
  return "";
}

// The same program with the instructions that are hidden in it, and with local memory of this size.
cl::Kernel with_sm_90a(const harness::Workbench& bench, const cl::Kernel& kernel,
                       std::uint64_t local_bytes) {
  const auto name = kernel.getInfo<CL_KERNEL_FUNCTION_NAME>();
  harness::PtxChanges changes{"sm_90a"};
  if (local_bytes > 0)
    changes.local_bytes["tiles"] = local_bytes;
  cl::Kernel changed(harness::through_ptx(kernel.getInfo<CL_KERNEL_PROGRAM>(), bench.session.device,
                                          changes, harness::talkative(bench.session.device)),
                     name.c_str());
  if (bench.kernels != nullptr)
    bench.kernels->back() = changed;
  return changed;
}

// As common::launch(), which would compare with CL_DEVICE_LOCAL_MEM_SIZE: what a kernel of OpenCL C may have.
cl::Event launch_changed(const cl::CommandQueue& queue, const cl::Kernel& kernel,
                         const cl::NDRange& global, const cl::NDRange& local) {
  cl::Event event;
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, nullptr, &event);
  return event;
}

// How many work-groups take the tiles.
std::uint64_t groups_for(const cl::Device& device, const TileGrid& grid, Rounds rounds) {
  // [rounds]
  const std::uint64_t units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  std::uint64_t groups = grid.rows * grid.cols;
  if (rounds == Rounds::even)
    groups = ceil_div(groups, ceil_div(groups, units));
  else if (rounds == Rounds::as_many_as_fit)
    groups = std::min(groups, units);
  // [/rounds]
  return groups;
}

Step packed_step(const Matmul& problem, Step step, Packed packed) {
  step.kernel_file = file_of(step);
  const Extents x(problem.operands().shape);
  step.obstacle = [=](const cl::Device& device, const Values& values) {
    return packed_obstacle(packed, TileGrid(x, values, packed), device);
  };
  step.prepare = [&problem, step, packed, x](const harness::Workbench& bench) -> harness::Run {
    const Operands in = problem.operands();
    const auto [m, n, k] = in.shape;
    const TileGrid grid(x, bench.values, packed);
    harness::Launches launches(bench);
    const cl::Buffer a_packed = launches.buffer(grid.rows * grid.along_k * grid.a_bytes);
    const cl::Buffer b_packed = launches.buffer(grid.cols * grid.along_k * grid.b_bytes);
    const std::string options = fmt::format(" -DTF32={:d} -DPARTS={} -DALIGNED={:d}", packed.tf32,
                                            packed.parts, aligned(x));
    cl::Kernel pack_a = bench.kernel("15_matmul/pack_tiles.cl", "pack_a", options);
    cl::Kernel pack_b = bench.kernel("15_matmul/pack_tiles.cl", "pack_b", options);
    cl::Kernel multiply = bench.kernel(step.kernel_file, "matmul_" + step.name);
    if (packed.hopper)
      multiply = with_sm_90a(bench, multiply, packed.one_array ? grid.local_bytes : 0);
    const auto along_k = static_cast<cl_uint>(grid.along_k);
    common::set_args(pack_a, in.a_on_device, a_packed, m, k, along_k);
    common::set_args(pack_b, in.b_on_device, b_packed, n, k, along_k);
    common::set_args(multiply, a_packed, b_packed, bench.output, m, n, static_cast<cl_int>(along_k),
                     static_cast<cl_uint>(grid.rows), static_cast<cl_uint>(grid.cols));
    const std::uint64_t pieces =
        grid.along_k * grid.a_bytes / value(bench.values, "BM") / (16 * packed.parts);
    const cl::NDRange a_range(8 * pieces, grid.rows * value(bench.values, "BM") / 8);
    const cl::NDRange b_range(grid.cols * value(bench.values, "BN"), pieces);
    const cl::NDRange range(groups_for(bench.session.device, grid, packed.rounds) * grid.items);
    const cl::NDRange local(grid.items);
    launches.add(pack_a, a_range, {32, 4}).add(pack_b, b_range, {32, 4});
    if (!packed.hopper)
      return launches.add(multiply, range, local).run();
    return launches
        .add([=](const cl::CommandQueue& queue) {
          return launch_changed(queue, multiply, range, local);
        })
        .run();
  };
  const double rounding = packed.parts == 2 ? tf32_rounding * tf32_rounding
                          : packed.tf32     ? tf32_rounding
                                            : bf16_rounding;
  step.check = [&problem, error = rounding](std::span<const std::byte> output) {
    return problem.check_to(error, output);
  };
  return step;
}

// --- t20 to t22: the operands are matrices of bfloat16, and a tensor map of each tells the copy engine where its rows are --------

struct Mapped {
  bool stores = false; ///< by a map of C, through two boxes of local memory for each warpgroup
  bool short_result = false; ///< C is bfloat16, too
};

constexpr Packed like_t17{.fetcher = true, .rounds = Rounds::even};

std::uint64_t local_bytes_of(const Mapped& step, const TileGrid& grid, const Values& v) {
  return grid.local_bytes + (step.stores ? 2 * 8192 * value(v, "WARPGROUPS") : 0);
}

// A matrix that a map describes, and a box of it: rows of 128 bytes.
struct Mapping {
  cl::Buffer matrix;
  int width = 0, height = 0;
  std::uint64_t box_height = 64;
  bool floats = false; ///< else bfloat16
};

// Its map, made by a kernel: once, as arguments are set once.
// [map]
cl::Buffer map_of(const harness::Workbench& bench, cl::Kernel& make_map, const Mapping& of) {
  cl::Buffer map(bench.session.context, CL_MEM_READ_WRITE, 128);
  common::set_args(make_map, map, of.matrix, static_cast<cl_uint>(of.width),
                   static_cast<cl_uint>(of.height), static_cast<cl_uint>(of.box_height),
                   static_cast<cl_int>(of.floats));
  bench.session.queue.enqueueNDRangeKernel(make_map, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
  return map;
}
// [/map]

cl::Buffer bfloat16_on_device(const harness::Workbench& bench, std::span<const float> values) {
  const std::vector<std::uint16_t> words = to_bfloat16(values);
  cl::Buffer buffer(bench.session.context, CL_MEM_READ_WRITE, words.size() * sizeof words[0]);
  bench.session.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, words.size() * sizeof words[0],
                                         words.data());
  return buffer;
}

Step mapped_step(const Matmul& problem, Step step, Mapped mapped) {
  step.kernel_file = file_of(step);
  const Extents x(problem.operands().shape);
  step.obstacle = [=](const cl::Device& device, const Values& values) {
    TileGrid grid(x, values, like_t17);
    grid.local_bytes = local_bytes_of(mapped, grid, values);
    if (std::string reason = packed_obstacle(like_t17, grid, device); !reason.empty())
      return reason;
    if (x.k == 0 || x.k % 8 != 0 || x.n % 8 != 0)
      return fmt::format("tensor maps need rows of a multiple of 16 bytes, 8 bfloat16: here A has "
                         "{} in a row and B {}",
                         x.k, x.n);
    return std::string();
  };
  step.prepare = [&problem, step, mapped, x](const harness::Workbench& bench) -> harness::Run {
    const Operands in = problem.operands();
    const auto [m, n, k] = in.shape;
    const TileGrid grid(x, bench.values, like_t17);
    harness::Launches launches(bench);
    // What the product begins with is there before it is timed, like the factors of cuBLAS.
    const cl::Buffer a = bfloat16_on_device(bench, in.a), b = bfloat16_on_device(bench, in.b);
    cl::Kernel make_map = with_sm_90a(bench, bench.kernel("15_matmul/make_map.cl", "make_map"), 0);
    cl::Kernel multiply = with_sm_90a(bench, bench.kernel(step.kernel_file, "matmul_" + step.name),
                                      local_bytes_of(mapped, grid, bench.values));
    const cl::Buffer a_map = map_of(bench, make_map, {a, k, m, value(bench.values, "BM")});
    const cl::Buffer b_map = map_of(bench, make_map, {b, n, k});
    const cl::Buffer c_map =
        map_of(bench, make_map, {bench.output, n, m, 64, !mapped.short_result});
    const auto along_k = static_cast<cl_int>(grid.along_k);
    const auto rows = static_cast<cl_uint>(grid.rows), cols = static_cast<cl_uint>(grid.cols);
    if (mapped.stores)
      common::set_args(multiply, a_map, b_map, c_map, along_k, rows, cols);
    else
      common::set_args(multiply, a_map, b_map, bench.output, m, n, along_k, rows, cols);
    for (const cl::Buffer& buffer : {a, b, a_map, b_map, c_map})
      launches.keep(buffer);
    const cl::NDRange range(groups_for(bench.session.device, grid, like_t17.rounds) * grid.items);
    const cl::NDRange local(grid.items);
    const auto timed = [=](const cl::CommandQueue& queue) {
      return launch_changed(queue, multiply, range, local);
    };
    launches.add(timed);
    // Of several in a row only the first and the last one have an event: each would cost a few microseconds.
    if (const int between = problem.in_a_row() - 2; between >= 0) {
      launches.add([=](const cl::CommandQueue& queue) {
        for (int i = 0; i < between; ++i)
          queue.enqueueNDRangeKernel(multiply, cl::NullRange, range, local);
        return timed(queue);
      });
      if (bench.kernels != nullptr)
        bench.kernels->clear(); // the two times are not those of two kernels
    }
    return launches.run();
  };
  step.narrower = mapped.short_result ? 2 : 1;
  step.check = [&problem, mapped](std::span<const std::byte> output) {
    if (!mapped.short_result)
      return problem.check_to(bf16_rounding, output);
    // The result is rounded as well. It has half of the output's bytes.
    const std::vector<float> c = from_bfloat16(
        {reinterpret_cast<const std::uint16_t*>(output.data()), output.size() / sizeof(float)});
    return problem.check_to(2.0 * bf16_rounding, std::as_bytes(std::span(c)));
  };
  return step;
}

} // namespace

std::vector<Step> tensor_steps(const Matmul& problem) {
  std::vector<Step> steps;
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
  const auto add = [&](Step step, const Blocked& blocked) {
    steps.push_back(blocked_step(problem, std::move(step), blocked));
  };
  const Parameters tile_parameters{{"BM", {64, 128, 256}},
                                   {"BN", {64, 128, 256}},
                                   {"BK", {16, 32}},
                                   {"WM", {32, 64}},
                                   {"WN", {32, 64}}};
  const Parameters stage_parameters = more(tile_parameters, {{"STAGES", {2, 3, 4}}});
  const Values square_tiles = cores(128, 128, 16, 64, 64);
  const Values two_stages = with(square_tiles, {{"STAGES", 2}});
  const Values three_stages = with(square_tiles, {{"STAGES", 3}});
  // Its preset is v13's first but for the pad. v13's smaller ones have tiles that an mma does not fit into.
  add({.id = "t1",
       .name = "tensor_cores",
       .change = "NVIDIA only: tensor cores through PTX, factors rounded to tf32 (10 bits)",
       .parameters = more(tile_parameters, {{"PAD", {4, 8}}}),
       .presets = {with(square_tiles, {{"PAD", 8}})},
       .parent = "v13",
       .changed_parameters = {"BM", "BN", "BK", "WM", "WN", "PAD"}},
      tensor(two_tiles, tf32_rounding));
  add({.id = "t2",
       .name = "async_copies",
       .change = "NVIDIA only: copies that pass by the registers; factors cut off to tf32",
       .parameters = stage_parameters,
       .presets = {two_stages}},
      tensor(padded_stages, tf32_truncation));
  add({.id = "t3",
       .name = "swizzles",
       .change = "NVIDIA only: a swizzle instead of pads: as few conflicts, and less local memory",
       .parameters = stage_parameters,
       .presets = {two_stages}},
      tensor(stages, tf32_truncation));
  add({.id = "t4",
       .name = "third_tile",
       .change = "NVIDIA only: a third tile of each kind: more time for copies to arrive",
       .parameters = stage_parameters,
       .presets = {three_stages},
       .changed_parameters = {"STAGES"}},
      tensor(stages, tf32_truncation));
  add({.id = "t5",
       .name = "ldmatrix",
       .change = "NVIDIA only: one instruction reads the four elements of A that a lane needs",
       .parameters = stage_parameters,
       .presets = {three_stages}},
      tensor(stages, tf32_truncation));
  add({.id = "t6",
       .name = "bfloat16",
       .change = "NVIDIA only: factors rounded to bfloat16 (7 bits), two of them in a word",
       .parameters = stage_parameters,
       .presets = {three_stages}},
      tensor(stages, bf16_rounding));
  // [/tensor]

  // [packed]
  const auto add_packed = [&](Step step, const Packed& packed) {
    steps.push_back(packed_step(problem, std::move(step), packed));
  };
  const Parameters parameters{
      {"BM", {128}}, {"BN", {128, 256}}, {"BK", {32, 64}}, {"STAGES", {3, 4, 6, 8}}};
  const Values tiles{{"BM", 128}, {"BN", 128}, {"BK", 32}, {"STAGES", 3}};
  add_packed({.id = "t7",
              .name = "packed",
              .change = "NVIDIA only: operands packed into tiles first, as tensor cores read them",
              .parameters = parameters,
              .presets = {with(tiles, {{"WM", 64}, {"WN", 64}})},
              .changed_parameters = {"BK"}},
             {.hopper = false});
  add_packed(
      {.id = "t8",
       .name = "wgmma",
       .change = "NVIDIA only: 128 work-items multiply together, operands stay in local memory",
       .parameters = parameters,
       .presets = {tiles}},
      {.one_array = false}); // one for each operand
  add_packed(
      {.id = "t9",
       .name = "bulk_copies",
       .change = "NVIDIA only: one work-item copies whole tiles; mbarriers count their bytes",
       .parameters = parameters,
       .presets = {tiles}},
      {});
  const Parameters wide_parameters = more(parameters, {{"WARPGROUPS", {1, 2}}});
  const Values wide = with(tiles, {{"BN", 256}, {"WARPGROUPS", 2}});
  add_packed({.id = "t10",
              .name = "wide_tiles",
              .change = "NVIDIA only: two warpgroups for a tile of 128 x 256: 3/4 of the fetching",
              .parameters = wide_parameters,
              .presets = {wide},
              .changed_parameters = {"BN"}},
             {});
  const Values eight_stages = with(wide, {{"STAGES", 8}});
  add_packed({.id = "t11",
              .name = "stages",
              .change = "NVIDIA only: eight stages in 192 KiB of local memory, nearly all there is",
              .parameters = wide_parameters,
              .presets = {eight_stages},
              .changed_parameters = {"STAGES"}},
             {});
  add_packed({.id = "t12",
              .name = "fetcher",
              .change = "NVIDIA only: a work-item that only fetches; no barrier for all is left",
              .parameters = wide_parameters,
              .presets = {eight_stages}},
             {.fetcher = true});
  add_packed(
      {.id = "t13",
       .name = "in_flight",
       .change = "NVIDIA only: the products of a stage begin before those of the last have ended",
       .parameters = wide_parameters,
       .presets = {eight_stages}},
      {.fetcher = true});
  const Parameters striped_parameters = more(wide_parameters, {{"STRIPE", {4, 8, 16, 32}}});
  const Values striped = with(eight_stages, {{"STRIPE", 8}});
  add_packed({.id = "t14",
              .name = "stripes",
              .change = "NVIDIA only: work-groups ordered so that neighbours share operands",
              .parameters = striped_parameters,
              .presets = {striped}},
             {.fetcher = true});
  const Packed staying{.fetcher = true, .rounds = Rounds::as_many_as_fit};
  add_packed(
      {.id = "t15",
       .name = "persistent",
       .change = "NVIDIA only: work-groups that stay; sums are stored while the next tiles travel",
       .parameters = striped_parameters,
       .presets = {striped}},
      staying);
  const Values thick = with(striped, {{"BK", 64}, {"STAGES", 4}});
  add_packed({.id = "t16",
              .name = "thick_stages",
              .change = "NVIDIA only: four stages of twice the size: half as many waits",
              .parameters = striped_parameters,
              .presets = {thick},
              .changed_parameters = {"BK", "STAGES"}},
             staying);
  const Packed even{.fetcher = true, .rounds = Rounds::even};
  add_packed({.id = "t17",
              .name = "even_rounds",
              .change = "NVIDIA only: only as many work-groups as the last round needs, too",
              .parameters = striped_parameters,
              .presets = {thick}},
             even);
  add_packed(
      {.id = "t18",
       .name = "tf32",
       .change = "NVIDIA only: the same for tf32: eleven bits instead of eight, half of the speed",
       .parameters = striped_parameters,
       .presets = {with(thick, {{"BK", 32}})},
       .changed_parameters = {"BK"}},
      {.fetcher = true, .rounds = Rounds::even, .tf32 = true});
  add_packed({.id = "t19",
              .name = "three_products",
              .change = "NVIDIA only: three products of tf32 for each one: the precision of float",
              .parameters = more(striped_parameters, {{"CHUNK", {1, 2, 4, 8, 16}}}),
              .presets = {with(thick, {{"BN", 128}, {"BK", 32}, {"STAGES", 3}, {"CHUNK", 2}})},
              .changed_parameters = {"BN", "STAGES"}},
             {.fetcher = true, .rounds = Rounds::even, .tf32 = true, .parts = 2});
  // [/packed]
  return steps;
}

std::vector<Step> mapped_steps(const Matmul& problem) {
  std::vector<Step> steps;
  // [mapped]
  const auto add_mapped = [&](Step step, const Mapped& mapped) {
    steps.push_back(mapped_step(problem, std::move(step), mapped));
  };
  const Values values_of_t17{{"BM", 128},   {"BN", 256},       {"BK", 64},
                             {"STAGES", 4}, {"WARPGROUPS", 2}, {"STRIPE", 8}};
  const Parameters mapped_parameters{{"BM", {128}},       {"BN", {128, 256}},
                                     {"BK", {64}},        {"STAGES", {3, 4, 6}},
                                     {"WARPGROUPS", {2}}, {"STRIPE", {4, 8, 16, 32}}};
  add_mapped({.id = "t20",
              .name = "tensor_maps",
              .change = "NVIDIA only: bfloat16 matrices as they are: tensor maps in the place of "
                        "packing",
              .parameters = mapped_parameters,
              .presets = {values_of_t17},
              .parent = "t17"},
             {});
  add_mapped({.id = "t21",
              .name = "map_store",
              .change = "NVIDIA only: the sums are stored by a tensor map, too, while others are "
                        "written",
              .parameters = mapped_parameters,
              .presets = {values_of_t17}},
             {.stores = true});
  add_mapped({.id = "t22",
              .name = "bfloat16_result",
              .change = "NVIDIA only: C in bfloat16, too: half as many bytes to store",
              .parameters = mapped_parameters,
              .presets = {values_of_t17}},
             {.stores = true, .short_result = true});
  // [/mapped]
  return steps;
}

} // namespace matmul
