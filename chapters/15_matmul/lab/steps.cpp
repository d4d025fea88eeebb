// The ladder: which kernel, with which parameters, in which work-groups; what each step promises.

#include "steps.hpp"

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/launch.hpp"
#include "harness/device.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace matmul {
namespace {

using harness::Accesses;
using harness::Step;
using harness::Values;
using Counts = std::map<std::string, Accesses>;

// Sizes as the formulas of accesses and work-groups need them: products of them exceed 32 bits.
struct Extents {
  std::uint64_t m, n, k;
  explicit Extents(Shape s) : m(s.m), n(s.n), k(s.k) {}
};

constexpr std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) {
  return (a + b - 1) / b;
}

std::uint64_t value(const Values& values, const char* name, std::uint64_t otherwise = 0) {
  const auto found = values.find(name);
  return found == values.end() ? otherwise : static_cast<std::uint64_t>(found->second);
}

std::string file_of(const Step& step) {
  return fmt::format("15_matmul/{}_{}.cl", step.id, step.name);
}

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
    return [=, queue = bench.session.queue] {
      return std::vector{common::launch(queue, kernel, global, local)};
    };
  };
  const Extents x(problem.operands().shape);
  step.accesses = [=](const Values&) {
    return Counts{{"matmul_" + step.name,
                   {.global_loads = loads * x.m * x.n, .global_stores = stores * x.m * x.n}}};
  };
  return step;
}
// [/launcher]

// --- v4 to v15, v19 to v22: work-groups of a size that is known when the kernel is built --------

// What a kernel needs of the device, for one set of values.
struct Geometry {
  cl::NDRange global;
  cl::NDRange local;
  std::uint64_t local_bytes = 0;
};

struct Blocked {
  std::function<Geometry(const Extents&, const Values&)> geometry;
  std::function<Accesses(const Extents&, const Values&)> accesses = nullptr;
  /// Which combinations of values are none; empty if this is one.
  std::function<std::string(const Values&)> misfit = nullptr;
  bool vectors = false;      ///< knows ALIGNED (vector.clh)
  bool guard = false;        ///< knows GUARD (vector.clh)
  bool wants_crowd = false;  ///< large tiles only where they make work-groups enough for the device
  bool tensor_cores = false; ///< PTX for NVIDIA's tensor cores
  double factor_error = 0.0; ///< what the step's rounding of the factors may change, see check_to()
};

bool aligned(const Extents& x) {
  return x.k % 4 == 0 && x.n % 4 == 0;
}

// [variants]
// The promises of vector.clh: rows of whole float4s; nothing beyond an edge.
std::string variant(const Blocked& step, const Extents& x, const Values& v) {
  const bool whole = aligned(x) && x.k > 0 && x.m % value(v, "BM", 1) == 0 &&
                     x.n % value(v, "BN", 1) == 0 && x.k % value(v, "BK", 1) == 0;
  return fmt::format("{}{}", step.vectors ? fmt::format(" -DALIGNED={:d}", aligned(x)) : "",
                     step.guard ? fmt::format(" -DGUARD={:d}", !whole) : "");
}
// [/variants]

bool is_nvidia(const cl::Device& device) {
  return device.getInfo<CL_DEVICE_VENDOR>().find("NVIDIA") != std::string::npos;
}

std::string tensor_core_obstacle(const cl::Device& device) {
  if (!is_nvidia(device))
    return "inline PTX for NVIDIA's tensor cores: this device is of another vendor";
  cl_uint major = 0; // cl_nv_device_attribute_query
  constexpr cl_device_info compute_capability_major = 0x4000;
  clGetDeviceInfo(device(), compute_capability_major, sizeof major, &major, nullptr);
  return major >= 8 ? "" : fmt::format("needs compute capability 8.0: this device has {}.x", major);
}

// [obstacle]
// Constraints as code: what the search of --tune leaves out, and the presets fall back from.
std::string obstacle(const Blocked& step, const Extents& x, const cl::Device& device,
                     const Values& v) {
  if (step.tensor_cores)
    if (const std::string reason = tensor_core_obstacle(device); !reason.empty())
      return reason;
  if (step.misfit)
    if (const std::string reason = step.misfit(v); !reason.empty())
      return reason;
  const Geometry g = step.geometry(x, v);
  const std::uint64_t items = harness::range_size(g.local);
  const std::uint64_t most = harness::is_simulator(device)
                                 ? 64 // a work-group of hundreds takes minutes there
                                 : device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
  if (items > most)
    return fmt::format("needs work-groups of {} work-items: this device has {}", items, most);
  const std::uint64_t memory = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  if (g.local_bytes > memory)
    return fmt::format("needs {} bytes of local memory: this device has {}", g.local_bytes, memory);
  const std::uint64_t groups = harness::range_size(g.global) / items;
  const std::uint64_t units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  if (step.wants_crowd && value(v, "BM") * value(v, "BN") > 128 * 64 && 2 * groups < 3 * units)
    return fmt::format("tiles of this size make {} work-groups: too few for {} compute units",
                       groups, units);
  return "";
}
// [/obstacle]

// What the device allows a kernel is known only when it is built.
void require_group(const cl::Kernel& kernel, const cl::Device& device, const cl::NDRange& local) {
  const std::size_t most = harness::range_size(common::fit_local_size(device, kernel, local));
  if (harness::range_size(local) > most)
    throw common::Skip(fmt::format("the built kernel allows work-groups of {} work-items, not {}",
                                   most, harness::range_size(local)));
  // Some drivers count more than the tiles: rusticl 22.3 counts them twice.
  if (const std::string problem = common::launch_problem(device, kernel, local, local);
      !problem.empty())
    throw common::Skip(problem);
}

Step blocked_step(const Matmul& problem, Step step, Blocked blocked) {
  step.kernel_file = file_of(step);
  const Extents x(problem.operands().shape);
  step.obstacle = [=](const cl::Device& device, const Values& values) {
    return obstacle(blocked, x, device, values);
  };
  step.prepare = [&problem, step, blocked, x](const harness::Workbench& bench) -> harness::Run {
    const Operands in = problem.operands();
    cl::Kernel kernel =
        bench.kernel(step.kernel_file, "matmul_" + step.name, variant(blocked, x, bench.values));
    common::set_args(kernel, in.a_on_device, in.b_on_device, bench.output, in.shape.m, in.shape.n,
                     in.shape.k);
    const Geometry g = blocked.geometry(x, bench.values);
    require_group(kernel, bench.session.device, g.local);
    return [=, queue = bench.session.queue] {
      return std::vector{common::launch(queue, kernel, g.global, g.local)};
    };
  };
  if (blocked.accesses)
    step.accesses = [=](const Values& values) {
      return Counts{{"matmul_" + step.name, blocked.accesses(x, values)}};
    };
  if (blocked.factor_error > 0.0)
    step.check = [&problem, error = blocked.factor_error](std::span<const std::byte> output) {
      return problem.check_to(error, output);
    };
  return step;
}

// A row of C for each work-item: v4, v5, v6.
Geometry row_geometry(const Extents& x, const Values& v) {
  const std::uint64_t group = value(v, "GROUP", 1);
  return {{ceil_div(x.m, group) * group}, {group}, 0};
}

// Tiles of BM x BN elements of C, TM x TN of them for each work-item, in a grid: v7 to v12.
Geometry grid_geometry(const Extents& x, const Values& v) {
  const std::uint64_t bm = value(v, "BM"), bn = value(v, "BN"), bk = value(v, "BK");
  const std::uint64_t tm = value(v, "TM", 1), tn = value(v, "TN", 1);
  return {{ceil_div(x.n, bn) * bn / tn, ceil_div(x.m, bm) * bm / tm},
          {bn / tn, bm / tm},
          4 * bk * (bm + value(v, "PAD") + bn)};
}

Geometry double_buffer(Geometry g) {
  g.local_bytes *= 2;
  return g;
}

// The same tiles, their work-items in one line: v13 to v15.
Geometry line_geometry(const Extents& x, const Values& v) {
  const std::uint64_t bm = value(v, "BM"), bn = value(v, "BN"), bk = value(v, "BK");
  const std::uint64_t items = bm * bn / (value(v, "TM") * value(v, "TN"));
  return {{ceil_div(x.n, bn) * items, ceil_div(x.m, bm)},
          {items, 1},
          8 * bk * (bm + value(v, "PAD") + bn)};
}

// A warp of 32 work-items for each WM x WN elements: v19 to v22.
Geometry warp_geometry(const Extents& x, const Values& v, std::uint64_t local_bytes) {
  const std::uint64_t bm = value(v, "BM"), bn = value(v, "BN");
  const std::uint64_t items = 32 * (bm / value(v, "WM")) * (bn / value(v, "WN"));
  return {{ceil_div(x.n, bn) * items, ceil_div(x.m, bm)}, {items, 1}, local_bytes};
}

std::string tile_misfit(const Values& v) {
  const auto divides = [&](const char* part, const char* whole) {
    return !v.count(part) || !v.count(whole) || value(v, whole) % value(v, part) == 0;
  };
  for (const auto& [part, whole] :
       {std::pair{"TM", "BM"}, std::pair{"TN", "BN"}, std::pair{"WM", "BM"}, std::pair{"WN", "BN"},
        std::pair{"TM", "WM"}, std::pair{"TN", "WN"}})
    if (!divides(part, whole))
      return fmt::format("{} must divide {}", part, whole);
  return "";
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

// v10 to v13: the same in vectors of V floats; the turned tile of A is stored float by float.
Accesses vector_accesses(const Extents& x, const Values& v) {
  const Tiles t(x, v);
  const std::uint64_t width = aligned(x) ? 4 : 1;
  return {.global_loads =
              x.m * x.k / width * ceil_div(x.n, t.bn) + x.k * x.n / width * ceil_div(x.m, t.bm),
          .global_stores = x.m * x.n / width,
          .local_loads = t.groups * t.items * t.steps * t.bk * (t.tm + t.tn) / 4,
          .local_stores = t.groups * t.steps * t.bk * (t.bm + t.bn / width)};
}

// v14, v15: beyond the edges the last row or column is read again; the first tiles always are.
Accesses lean_accesses(const Extents& x, const Values& v) {
  Tiles t(x, v);
  const std::uint64_t width = aligned(x) ? 4 : 1;
  t.steps = std::max<std::uint64_t>(t.steps, 1);
  return {.global_loads = t.groups * (t.bm + t.bn) * x.k / width,
          .global_stores = x.m * x.n / width,
          .local_loads = t.groups * t.items * t.steps * t.bk * (t.tm + t.tn) / 4,
          .local_stores = t.groups * (t.steps + 1) * t.bk * (t.bm + t.bn / width)};
}

// --- v16 to v18: the CPU's branch ---------------------------------------------------------------

// Both matrices are copied into panels first; the time of a run includes that.
Step panel_step(const Matmul& problem, Step step, bool blocks) {
  step.kernel_file = file_of(step);
  const Extents x(problem.operands().shape);
  step.obstacle = [](const cl::Device& device, const Values& v) -> std::string {
    if ((device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) == 0)
      return "one work-item for each work-group, made for the caches of a CPU: this device is none";
    if (value(v, "NR") % 16 != 0 || value(v, "CHUNK") / 16 % 2 == 0)
      return "NR must be a multiple of 16, and CHUNK an odd one";
    if (harness::is_simulator(device) && value(v, "CHUNK") > 16)
      return "panels of this size would take the simulator minutes";
    return "";
  };
  step.prepare = [&problem, step, x, blocks](const harness::Workbench& bench) -> harness::Run {
    const Operands in = problem.operands();
    const auto [m, n, k] = in.shape;
    const std::uint64_t mr = value(bench.values, "MR"), nr = value(bench.values, "NR");
    const std::uint64_t chunk = value(bench.values, "CHUNK"), mb = value(bench.values, "MB", 1);
    const auto panels = [&](std::uint64_t floats) {
      return cl::Buffer(bench.session.context, CL_MEM_READ_WRITE,
                        sizeof(float) * std::max<std::uint64_t>(floats, 1));
    };
    const cl::Buffer a_panels = panels(ceil_div(x.m, mr) * mr * ceil_div(x.k, chunk) * chunk);
    const cl::Buffer b_panels = panels(ceil_div(x.n, nr) * nr * x.k);
    cl::Kernel pack_a = bench.kernel(step.kernel_file, "pack_a");
    cl::Kernel pack_b = bench.kernel(step.kernel_file, "pack_b");
    cl::Kernel multiply = bench.kernel(step.kernel_file, "matmul_" + step.name);
    common::set_args(pack_a, in.a_on_device, a_panels, m, k);
    common::set_args(pack_b, in.b_on_device, b_panels, n, k);
    common::set_args(multiply, a_panels, b_panels, bench.output, m, n, k);
    const cl::NDRange a_range(ceil_div(x.m, mr));
    const cl::NDRange b_range(ceil_div(x.n, 8 * nr), std::max<std::uint64_t>(ceil_div(x.k, 16), 1));
    const cl::NDRange range = blocks ? cl::NDRange(ceil_div(x.n, nr), ceil_div(x.m, mr * mb))
                                     : cl::NDRange(ceil_div(x.m, mr), ceil_div(x.n, nr));
    // A kernel does not keep its buffers alive (clSetKernelArg retains nothing): this does.
    return [=, queue = bench.session.queue, kept = std::array{a_panels, b_panels}] {
      return std::vector{common::launch(queue, pack_a, a_range, cl::NDRange(1)),
                         common::launch(queue, pack_b, b_range, cl::NDRange(1, 1)),
                         common::launch(queue, multiply, range, cl::NDRange(1, 1))};
    };
  };
  // From v17 on in vectors of 16 floats; only the odd ends of rows are single floats. As written, each sum of v17 asks for its
  // vector of B by itself; real compilers merge these loads, the simulator does not.
  const bool vectors = step.id != "v16";
  step.accesses = [=](const Values& v) {
    const std::uint64_t mr = value(v, "MR"), nr = value(v, "NR");
    const std::uint64_t a_rows = ceil_div(x.m, mr) * mr, b_columns = ceil_div(x.n, nr) * nr;
    const std::uint64_t blocks_of_c = a_rows / mr * (b_columns / nr);
    const auto in_vectors = [](std::uint64_t length) { return length / 16 + length % 16; };
    if (vectors)
      return Counts{
          {"pack_a",
           {.global_loads = x.m * in_vectors(x.k), .global_stores = a_rows * ceil_div(x.k, 16)}},
          {"pack_b",
           {.global_loads = x.k * in_vectors(x.n), .global_stores = x.k * b_columns / 16}},
          {"matmul_" + step.name,
           {.global_loads = blocks_of_c * x.k * (mr + mr * nr / 16),
            .global_stores = x.m * in_vectors(x.n)}}};
    return Counts{
        {"pack_a", {.global_loads = x.m * x.k, .global_stores = a_rows * x.k}},
        {"pack_b", {.global_loads = x.n * x.k, .global_stores = b_columns * x.k}},
        {"matmul_" + step.name,
         {.global_loads = blocks_of_c * x.k * mr * (1 + nr), .global_stores = x.m * x.n}}};
  };
  return step;
}

// --- the parameters ------------------------------------------------------------------------------

// v7 has one size of tile for everything.
Values square(const Values& v) {
  const int tile = static_cast<int>(value(v, "TILE"));
  return {{"BM", tile}, {"BN", tile}, {"BK", tile}};
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

Values cores(int bm, int bn, int bk, int wm, int wn) {
  return {{"BM", bm}, {"BN", bn}, {"BK", bk}, {"WM", wm}, {"WN", wn}};
}

Values staged(Values v, int stages) {
  v["STAGES"] = stages;
  return v;
}

Values panels(int mr, int nr, int chunk) {
  return {{"MR", mr}, {"NR", nr}, {"CHUNK", chunk}};
}

Values panels(int mr, int nr, int chunk, int mb) {
  Values v = panels(mr, nr, chunk);
  v["MB"] = mb;
  return v;
}

Blocked line(bool guard) {
  Blocked blocked{line_geometry, vector_accesses, tile_misfit};
  blocked.vectors = true;
  if (guard) {
    blocked.accesses = lean_accesses;
    blocked.guard = true;
    blocked.wants_crowd = true;
  }
  return blocked;
}

Blocked tensor(std::function<Geometry(const Extents&, const Values&)> geometry, double error) {
  Blocked blocked{std::move(geometry), nullptr, tile_misfit};
  blocked.vectors = true;
  blocked.tensor_cores = true;
  blocked.factor_error = error;
  return blocked;
}

} // namespace

harness::Run prepare_sgemm(const harness::Workbench& bench, const Sgemm& call, const cl::Buffer& a,
                           const cl::Buffer& b) {
  const Extents x(call.shape);
  Blocked blocked = line(true);
  // Its vectors run along the rows of the matrices as they are stored.
  const bool rows_of_vectors = (call.transpose_a ? x.m : x.k) % 4 == 0 &&
                               (call.transpose_b ? x.k : x.n) % 4 == 0 && x.n % 4 == 0;
  const Values& v = bench.values;
  const bool whole = rows_of_vectors && x.k > 0 && x.m % value(v, "BM") == 0 &&
                     x.n % value(v, "BN") == 0 && x.k % value(v, "BK") == 0;
  cl::Kernel kernel =
      bench.kernel("15_matmul/v15_sgemm.cl", "matmul_sgemm",
                   fmt::format(" -DALIGNED={:d} -DGUARD={:d} -DTRANSPOSE_A={:d} -DTRANSPOSE_B={:d}",
                               rows_of_vectors, !whole, call.transpose_a, call.transpose_b));
  common::set_args(kernel, a, b, bench.output, call.shape.m, call.shape.n, call.shape.k, call.alpha,
                   call.beta);
  const Geometry g = line_geometry(x, v);
  require_group(kernel, bench.session.device, g.local);
  return [=, queue = bench.session.queue] {
    return std::vector{common::launch(queue, kernel, g.global, g.local)};
  };
}

std::vector<Step> steps_for(const Matmul& problem) {
  const std::uint64_t k = Extents(problem.operands().shape).k;
  std::vector<Step> steps;
  const auto add = [&](Step step) { steps.push_back(std::move(step)); };

  // [steps]
  add(simple_step(problem,
                  {"v1", "naive", "the definition; the running sum lives in global memory"}, 0,
                  2 * k, k + 1));
  add(simple_step(problem,
                  {"v2", "accumulator",
                   "the running sum moves into a private variable: one store instead of K + 1"},
                  0, 2 * k, 1));
  add(simple_step(problem,
                  {"v3", "coalesced",
                   "neighbouring work-items take neighbouring columns: wide accesses to B and C"},
                  1, 2 * k, 1));
  // [/steps]

  // [rows]
  const auto pieces = [](const Extents& x, const Values& v) {
    return std::max<std::uint64_t>(ceil_div(x.k, value(v, "ROW")), 1);
  };
  Blocked rows{row_geometry};
  rows.accesses = [](const Extents& x, const Values&) -> Accesses {
    return {.global_loads = 2 * x.m * x.n * x.k, .global_stores = x.m * x.n};
  };
  add(blocked_step(problem,
                   {"v4",
                    "row_per_item",
                    "a work-item computes a whole row: less to schedule, fewer to share the work",
                    "",
                    {{"GROUP", {1, 2, 4, 8, 16, 32, 64, 128, 256}}},
                    {{{"GROUP", 64}}, {{"GROUP", 1}}}},
                   rows));
  rows.accesses = [=](const Extents& x, const Values& v) -> Accesses {
    const std::uint64_t p = pieces(x, v);
    return {.global_loads = x.m * x.k + x.m * x.n * x.k + x.m * x.n * (p - 1),
            .global_stores = x.m * x.n * p};
  };
  const std::vector<harness::Parameter> row_parameters{
      {"ROW", {64, 256, 1024, 4096}}, {"GROUP", {1, 2, 4, 8, 16, 32, 64, 128, 256}}};
  const std::vector<Values> row_presets{
      {{"ROW", 1024}, {"GROUP", 16}}, {{"ROW", 1024}, {"GROUP", 1}}, {{"ROW", 16}, {"GROUP", 1}}};
  add(blocked_step(problem,
                   {"v5", "private_row", "its row of A is copied to private memory: half the loads",
                    "", row_parameters, row_presets},
                   rows));
  rows.geometry = [](const Extents& x, const Values& v) {
    Geometry g = row_geometry(x, v);
    g.local_bytes = 4 * value(v, "ROW");
    return g;
  };
  rows.accesses = [=](const Extents& x, const Values& v) -> Accesses {
    const std::uint64_t p = pieces(x, v), groups = ceil_div(x.m, value(v, "GROUP"));
    return {.global_loads = x.m * x.k + groups * x.n * x.k + x.m * x.n * (p - 1),
            .global_stores = x.m * x.n * p,
            .local_loads = x.m * x.n * x.k,
            .local_stores = groups * x.n * x.k};
  };
  add(blocked_step(problem,
                   {"v6", "local_column",
                    "a work-group shares each column of B in local memory: 1/GROUP of the loads",
                    "", row_parameters, row_presets},
                   rows));
  // [/rows]

  // [tiles]
  Blocked tiles;
  tiles.geometry = [](const Extents& x, const Values& v) { return grid_geometry(x, square(v)); };
  tiles.accesses = [](const Extents& x, const Values& v) { return tile_accesses(x, square(v)); };
  add(blocked_step(problem,
                   {"v7",
                    "local_tiles",
                    "square tiles of A and B in local memory: 1/TILE of the global loads",
                    "",
                    {{"TILE", {4, 8, 16, 32}}},
                    {{{"TILE", 32}}, {{"TILE", 16}}, {{"TILE", 4}}, {{"TILE", 1}}}},
                   tiles));
  tiles = {grid_geometry, tile_accesses, tile_misfit};
  const std::vector<int> sizes{16, 32, 64, 128, 256};
  std::vector<harness::Parameter> parameters{
      {"BM", sizes}, {"BN", sizes}, {"BK", {4, 8, 16, 32}}, {"TM", {4, 8, 16}}};
  add(blocked_step(problem,
                   {"v8",
                    "register_column",
                    "TM sums for each work-item: local loads per product fall from 2 to 1 + 1/TM",
                    "",
                    parameters,
                    {column(128, 64, 16, 16), column(64, 64, 8, 8), column(16, 16, 8, 8),
                     column(8, 8, 4, 4), column(1, 1, 1, 1)}},
                   tiles));
  parameters.push_back({"TN", {4, 8, 16}});
  add(blocked_step(problem,
                   {"v9",
                    "register_block",
                    "TM x TN sums: local loads per product fall to (TM + TN) / (TM TN)",
                    "",
                    parameters,
                    {block(128, 128, 16, 8, 8), block(32, 32, 16, 4, 4), block(8, 8, 4, 4, 2),
                     block(1, 1, 1, 1, 1)}},
                   tiles));
  // [/tiles]

  // [vectors]
  Blocked vectors{grid_geometry, vector_accesses, tile_misfit};
  vectors.vectors = true;
  const Values large = block(128, 128, 8, 8, 8);
  const Values medium = block(32, 32, 8, 4, 4);
  const Values small = block(8, 16, 8, 4, 8);
  const Values one = block(4, 4, 4, 4, 4);
  add(blocked_step(problem,
                   {"v10",
                    "vectors",
                    "float4 wherever memory is touched: a quarter of the memory instructions",
                    "",
                    parameters,
                    {large, medium, small, one}},
                   vectors));
  parameters.push_back({"PAD", {0, 4, 8}});
  const std::vector<Values> padded_presets{padded(large, 4), padded(medium, 4), padded(small, 4),
                                           padded(one, 4)};
  add(blocked_step(
      problem,
      {"v11", "padding",
       "rows of the turned tile get a pad: stores to local memory meet fewer conflicts", "",
       parameters, padded_presets},
      vectors));
  vectors.geometry = [](const Extents& x, const Values& v) {
    return double_buffer(grid_geometry(x, v));
  };
  add(blocked_step(problem,
                   {"v12", "double_buffer",
                    "the next tiles travel while these are used: latency hidden, one barrier less",
                    "", parameters, padded_presets},
                   vectors));
  // [/vectors]

  // [warps]
  parameters.push_back({"WM", {8, 16, 32, 64, 128}});
  parameters.push_back({"WN", {8, 16, 32, 64, 128}});
  const Values big_warps = warps(64, 256, 16, 64, 64, 16, 8);
  const Values small_warps = warps(128, 64, 16, 32, 32, 8, 4);
  const Values few_items = warps(16, 16, 8, 8, 16, 4, 8);
  const Values one_item = warps(4, 4, 4, 4, 4, 4, 4);
  add(blocked_step(problem,
                   {"v13",
                    "warp_tiles",
                    "a warp's work-items stand together: fewer different local addresses at a time",
                    "",
                    parameters,
                    {warps(128, 128, 16, 64, 64, 16, 8), small_warps, few_items, one_item}},
                   line(false)));
  const std::vector<Values> lean_presets{big_warps, small_warps, few_items, one_item};
  add(blocked_step(problem,
                   {"v14", "lean",
                    "fewer instructions that do not multiply: addresses once, no guards inside", "",
                    parameters, lean_presets},
                   line(true)));
  Step sgemm = blocked_step(problem,
                            {"v15", "sgemm",
                             "a library's whole job: alpha, beta, transposed operands; as fast", "",
                             parameters, lean_presets},
                            line(true));
  sgemm.prepare = [&problem](const harness::Workbench& bench) {
    const Operands in = problem.operands();
    return prepare_sgemm(bench, {in.shape}, in.a_on_device, in.b_on_device);
  };
  add(std::move(sgemm));
  // [/warps]

  // [panels]
  const std::vector<harness::Parameter> panel_parameters{
      {"MR", {4, 6, 8, 9, 12, 14}}, {"NR", {16, 32, 48, 64}}, {"CHUNK", {528, 1040, 2064}}};
  add(panel_step(
      problem,
      {"v16",
       "cpu_panels",
       "for CPUs: operands copied into panels, a block of C in registers, no local memory",
       "",
       panel_parameters,
       {panels(6, 64, 1040), panels(2, 16, 16)}},
      false));
  add(panel_step(problem,
                 {"v17",
                  "cpu_vectors",
                  "sums are float16: nothing is left to the compiler's luck",
                  "",
                  panel_parameters,
                  {panels(6, 64, 1040), panels(2, 16, 16)}},
                 false));
  std::vector<harness::Parameter> block_parameters = panel_parameters;
  block_parameters.push_back({"MB", {22, 29, 43, 86}});
  add(panel_step(problem,
                 {"v18",
                  "cpu_blocks",
                  "MB blocks for each work-item: a panel of B stays in the second-level cache",
                  "",
                  block_parameters,
                  {panels(6, 64, 2064, 43), panels(2, 16, 16, 2)}},
                 true));
  // [/panels]

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
  const std::vector<Values> three_stages{staged(square_tiles, 3)};
  add(blocked_step(problem,
                   {"v19",
                    "tensor_cores",
                    "NVIDIA only: tensor cores through PTX, factors rounded to tf32 (10 bits)",
                    "",
                    core_parameters,
                    {padded(square_tiles, 8)}},
                   tensor(two_tiles, tf32_rounding)));
  add(blocked_step(problem,
                   {"v20",
                    "async_copies",
                    "NVIDIA only: copies that pass by the registers; factors cut off to tf32",
                    "",
                    stage_parameters,
                    {staged(square_tiles, 2)}},
                   tensor(padded_stages, tf32_truncation)));
  add(blocked_step(problem,
                   {"v21", "swizzles",
                    "NVIDIA only: a swizzle instead of pads, room for a third tile; ldmatrix", "",
                    stage_parameters, three_stages},
                   tensor(stages, tf32_truncation)));
  add(blocked_step(problem,
                   {"v22", "bfloat16",
                    "NVIDIA only: factors rounded to bfloat16 (7 bits), two of them in a word", "",
                    stage_parameters, three_stages},
                   tensor(stages, bf16_rounding)));
  // [/tensor]
  return steps;
}

} // namespace matmul
