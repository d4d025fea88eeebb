// The CPU's branch of the ladder: c1, c2, c3.

#include "steps.hpp"

#include "blocked.hpp"
#include "common/launch.hpp"
#include "harness/device.hpp"

#include <algorithm>
#include <array>

namespace matmul {
namespace {

// --- c1 to c3: the CPU's branch ---------------------------------------------------------------

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
  // From c2 on in vectors of 16 floats; only the odd ends of rows are single floats. As written, each sum of c2 asks for its
  // vector of B by itself; real compilers merge these loads, the simulator does not.
  const bool vectors = step.id != "c1";
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

Values panels(int mr, int nr, int chunk) {
  return {{"MR", mr}, {"NR", nr}, {"CHUNK", chunk}};
}

Values panels(int mr, int nr, int chunk, int mb) {
  Values v = panels(mr, nr, chunk);
  v["MB"] = mb;
  return v;
}

} // namespace

std::vector<Step> cpu_steps(const Matmul& problem) {
  std::vector<Step> steps;
  const auto add = [&](Step step) { steps.push_back(std::move(step)); };

  // [panels]
  const std::vector<harness::Parameter> panel_parameters{
      {"MR", {4, 6, 8, 9, 12, 14}}, {"NR", {16, 32, 48, 64}}, {"CHUNK", {528, 1040, 2064}}};
  add(panel_step(
      problem,
      {"c1",
       "cpu_panels",
       "for CPUs: operands copied into panels, a block of C in registers, no local memory",
       "",
       panel_parameters,
       {panels(6, 64, 1040), panels(2, 16, 16)}},
      false));
  add(panel_step(problem,
                 {"c2",
                  "cpu_vectors",
                  "sums are float16: nothing is left to the compiler's luck",
                  "",
                  panel_parameters,
                  {panels(6, 64, 1040), panels(2, 16, 16)}},
                 false));
  std::vector<harness::Parameter> block_parameters = panel_parameters;
  block_parameters.push_back({"MB", {22, 29, 43, 86}});
  add(panel_step(problem,
                 {"c3",
                  "cpu_blocks",
                  "MB blocks for each work-item: a panel of B stays in the second-level cache",
                  "",
                  block_parameters,
                  {panels(6, 64, 2064, 43), panels(2, 16, 16, 2)}},
                 true));
  // [/panels]
  return steps;
}

} // namespace matmul
