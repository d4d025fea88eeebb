// The CPU's branch of the ladder: c1, c2, ...

#include "steps.hpp"

#include "blocked.hpp"
#include "common/launch.hpp"
#include "harness/lab/device.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace matmul {
namespace {

// [cpu-obstacle]
// Sums have to fit the vector registers, and what is copied the local memory: the device says how large they are.
std::string cpu_obstacle(const cl::Device& device, const Values& v) {
  if ((device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) == 0)
    return "one work-item for each work-group, made for the caches of a CPU: this device is none";
  const std::uint64_t mr = value(v, "MR"), nr = value(v, "NR"), chunk = value(v, "CHUNK");
  if (nr % 16 != 0 || chunk / 16 % 2 == 0)
    return "NR must be a multiple of 16, and CHUNK an odd one";
  if (harness::is_simulator(device))
    return chunk > 16 ? "panels of this size would take the simulator minutes" : "";
  // 32 registers of 16 floats, 16 of 8, or 16 of 4; some are needed for what is multiplied.
  const auto width = device.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>();
  if (mr * nr > (width >= 16 ? 28U * 16U : width >= 8 ? 12U * 8U : 12U * 4U))
    return fmt::format(
        "{} x {} sums need more vector registers: this device has them for vectors of {}", mr, nr,
        width);
  const std::uint64_t bytes = 4 * chunk * (value(v, "CG") * nr + mr);
  const std::uint64_t memory = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  if (v.count("CG") != 0 && bytes > memory)
    return fmt::format("needs {} bytes of local memory: this device has {}", bytes, memory);
  return "";
}
// [/cpu-obstacle]

// --- c1 to c3: packed in advance ----------------------------------------------------------------

struct Panels {
  bool vectors =
      true; ///< sums are vectors of 16 floats; else what the compiler makes of single ones
  bool blocks = false; ///< several blocks of C for each work-item
};

// Both matrices are copied into panels first; the time of a run includes that.
Step panel_step(const Matmul& problem, Step step, Panels panels) {
  step.kernel_file = file_of(step);
  const Extents x(problem.operands().shape);
  step.obstacle = cpu_obstacle;
  step.prepare = [&problem, step, x, panels](const harness::Workbench& bench) -> harness::Run {
    const Operands in = problem.operands();
    const auto [m, n, k] = in.shape;
    const std::uint64_t mr = value(bench.values, "MR"), nr = value(bench.values, "NR");
    const std::uint64_t chunk = value(bench.values, "CHUNK"), mb = value(bench.values, "MB", 1);
    harness::Launches launches(bench);
    const cl::Buffer a_panels =
        launches.buffer(sizeof(float) * ceil_div(x.m, mr) * mr * ceil_div(x.k, chunk) * chunk);
    const cl::Buffer b_panels = launches.buffer(sizeof(float) * ceil_div(x.n, nr) * nr * x.k);
    cl::Kernel pack_a = bench.kernel(step.kernel_file, "pack_a");
    cl::Kernel pack_b = bench.kernel(step.kernel_file, "pack_b");
    cl::Kernel multiply = bench.kernel(step.kernel_file, "matmul_" + step.name);
    common::set_args(pack_a, in.a_on_device, a_panels, m, k);
    common::set_args(pack_b, in.b_on_device, b_panels, n, k);
    common::set_args(multiply, a_panels, b_panels, bench.output, m, n, k);
    const cl::NDRange a_range(ceil_div(x.m, mr));
    const cl::NDRange b_range(ceil_div(x.n, 8 * nr), std::max<std::uint64_t>(ceil_div(x.k, 16), 1));
    const cl::NDRange range = panels.blocks ? cl::NDRange(ceil_div(x.n, nr), ceil_div(x.m, mr * mb))
                                            : cl::NDRange(ceil_div(x.m, mr), ceil_div(x.n, nr));
    return launches.add(pack_a, a_range, {1})
        .add(pack_b, b_range, {1, 1})
        .add(multiply, range, {1, 1})
        .run();
  };
  // In vectors of 16 floats only the odd ends of rows are single floats. As written, each sum asks for its vector of B by
  // itself; real compilers merge these loads, the simulator does not.
  step.accesses = [=](const Values& v) {
    const std::uint64_t mr = value(v, "MR"), nr = value(v, "NR");
    const std::uint64_t a_rows = ceil_div(x.m, mr) * mr, b_columns = ceil_div(x.n, nr) * nr;
    const std::uint64_t blocks_of_c = a_rows / mr * (b_columns / nr);
    const auto in_vectors = [](std::uint64_t length) { return length / 16 + length % 16; };
    if (panels.vectors)
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

// --- c4, c5: copied into local memory by whoever needs it -----------------------------------------

// How many work-items share the rows of a column of panels: two work-items or more for each compute unit, so that the
// units end at about the same time, and no more, since each of them copies B.
std::uint64_t shares(const Extents& x, const Values& v, std::uint64_t units) {
  const std::uint64_t groups =
      std::max<std::uint64_t>(ceil_div(x.n, value(v, "NR") * value(v, "CG")), 1);
  return std::clamp<std::uint64_t>(ceil_div(2 * units, groups), 1,
                                   std::max<std::uint64_t>(ceil_div(x.m, value(v, "MR")), 1));
}

// On the simulator, whose counts are compared with a formula that knows no device.
constexpr std::uint64_t simulated_units = 2;

Step local_step(const Matmul& problem, Step step) {
  step.kernel_file = file_of(step);
  const Extents x(problem.operands().shape);
  step.obstacle = cpu_obstacle;
  step.prepare = [&problem, step, x](const harness::Workbench& bench) -> harness::Run {
    const Operands in = problem.operands();
    cl::Kernel kernel = bench.kernel(step.kernel_file, "matmul_" + step.name);
    common::set_args(kernel, in.a_on_device, in.b_on_device, bench.output, in.shape.m, in.shape.n,
                     in.shape.k);
    const cl::Device& device = bench.session.device;
    const std::uint64_t units = harness::is_simulator(device)
                                    ? simulated_units
                                    : device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
    const cl::NDRange range(ceil_div(x.n, value(bench.values, "NR") * value(bench.values, "CG")),
                            shares(x, bench.values, units));
    return harness::Launches(bench).add(kernel, range, {1, 1}).run();
  };
  step.accesses = [=](const Values& v) {
    const std::uint64_t mr = value(v, "MR"), nr = value(v, "NR");
    const std::uint64_t blocks = ceil_div(x.m, mr), panels = ceil_div(x.n, nr);
    const std::uint64_t groups = ceil_div(panels, value(v, "CG"));
    const std::uint64_t copies_of_b = shares(x, v, simulated_units);
    const std::uint64_t chunks = std::max<std::uint64_t>(ceil_div(x.k, value(v, "CHUNK")), 1);
    const auto in_vectors = [](std::uint64_t length) { return length / 16 + length % 16; };
    return Counts{
        {"matmul_" + step.name,
         {.global_loads = groups * x.m * in_vectors(x.k) + copies_of_b * x.k * in_vectors(x.n) +
                          (chunks - 1) * x.m * in_vectors(x.n),
          .global_stores = chunks * x.m * in_vectors(x.n),
          .local_loads = blocks * panels * x.k * (mr + nr / 16),
          .local_stores =
              copies_of_b * panels * x.k * nr / 16 + groups * blocks * mr * ceil_div(x.k, 16)}}};
  };
  return step;
}

// --- the parameters -------------------------------------------------------------------------------

// For AVX-512 with a large and a small local memory, for AVX2 likewise, for smaller vectors, and for the simulator.
std::vector<Values> cpu_presets(const Values& more = {}, const Values& more_on_simulator = {}) {
  std::vector<Values> presets;
  for (const auto& [mr, nr, chunk] : std::vector<std::array<int, 3>>{
           {12, 32, 528}, {12, 32, 272}, {6, 16, 528}, {6, 16, 272}, {2, 16, 272}, {2, 16, 16}}) {
    Values v{{"MR", mr}, {"NR", nr}, {"CHUNK", chunk}};
    const Values& others = chunk == 16 ? more_on_simulator : more;
    v.insert(others.begin(), others.end());
    presets.push_back(v);
  }
  return presets;
}

} // namespace

std::vector<Step> cpu_steps(const Matmul& problem) {
  std::vector<Step> steps;
  const harness::Parameter mr{"MR", {4, 6, 8, 12, 14}}, nr{"NR", {16, 32, 48, 64}},
      chunk{"CHUNK", {272, 528, 1040}};
  const Parameters parameters{mr, nr, chunk}, block_parameters{mr, nr, chunk, {"MB", {22, 43, 86}}},
      local_parameters{mr, nr, chunk, {"CG", {4, 8, 16}}};

  // [panels]
  steps.push_back(panel_step(
      problem,
      {.id = "c1",
       .name = "cpu_panels",
       .change =
           "for CPUs: operands copied into panels, a block of C in registers, no local memory",
       .parameters = parameters,
       .presets = cpu_presets(),
       .parent = "v2"},
      {.vectors = false}));
  steps.push_back(panel_step(problem,
                             {.id = "c2",
                              .name = "cpu_vectors",
                              .change = "sums are float16: nothing is left to the compiler's luck",
                              .parameters = parameters,
                              .presets = cpu_presets()},
                             {}));
  steps.push_back(panel_step(
      problem,
      {.id = "c3",
       .name = "cpu_blocks",
       .change = "MB blocks for each work-item: a panel of B stays in the second-level cache",
       .parameters = block_parameters,
       .presets = cpu_presets({{"MB", 43}}, {{"MB", 2}})},
      {.blocks = true}));
  const std::vector<Values> local_presets = cpu_presets({{"CG", 8}}, {{"CG", 2}});
  steps.push_back(local_step(
      problem,
      {.id = "c4",
       .name = "cpu_local",
       .change =
           "one launch: a work-item copies what it needs into local memory, its core's caches",
       .parameters = local_parameters,
       .presets = local_presets}));
  steps.push_back(
      local_step(problem, {.id = "c5",
                           .name = "cpu_prefetch",
                           .change = "prefetches: what is copied next is in the cache by then",
                           .parameters = local_parameters,
                           .presets = local_presets}));
  // [/panels]
  return steps;
}

} // namespace matmul
