// A product with an epilogue: the problem, and its ladder, e1 and e2.

#include "layer.hpp"

#include "blocked.hpp"
#include "common/launch.hpp"
#include "steps.hpp"

#include <algorithm>

namespace matmul {

Layer::Layer(Shape of_product, unsigned seed)
    : shape(of_product), product(of_product, seed), seed_(seed) {}

harness::Cost Layer::cost() const {
  harness::Cost cost = product.cost();
  cost.flop += 2.0 * shape.m * shape.n; // an addition and a multiplication for each sum
  cost.bytes += sizeof(float) * shape.n;
  return cost;
}

void Layer::upload(const harness::Session& session) {
  product.upload(session);
  bias = common::random_floats(static_cast<std::size_t>(shape.n), seed_ + 2);
  bias_on_device = cl::Buffer(session.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                              bias.size() * sizeof(float), bias.data());
}

common::Comparison Layer::check(std::span<const std::byte> output) const {
  const std::span c(reinterpret_cast<const float*>(output.data()), output.size() / sizeof(float));
  if (product.reference().empty()) { // too large for it: undo all, and let the product be checked
    std::vector<float> sums(c.size());
    for (std::size_t i = 0; i < c.size(); ++i)
      sums[i] = (c[i] < 0.0F ? 8.0F * c[i] : c[i]) - bias[i % bias.size()];
    return product.check(std::as_bytes(std::span(sums)));
  }
  std::vector<double> want = product.reference();
  for (std::size_t i = 0; i < want.size(); ++i) {
    want[i] += bias[i % bias.size()];
    want[i] = want[i] < 0.0 ? want[i] / 8.0 : want[i];
  }
  // A term more than the product has, of at most 1.
  return common::compare(
      c, want, common::sum_tolerance(static_cast<std::size_t>(shape.k) + 1, shape.k + 1.0));
}

// --- the ladder ----------------------------------------------------------------------------------

namespace {

// With the tiles of v18, and what they need.
Step layer_step(const Layer& layer, Step step, bool one_launch) {
  const std::vector<Step> steps = layer.product.steps();
  const Step& sgemm = harness::step_named(steps, "v18");
  step.kernel_file = file_of(step);
  step.parameters = sgemm.parameters;
  step.presets = sgemm.presets;
  step.obstacle = sgemm.obstacle;
  step.prepare = [=, &layer](const harness::Workbench& bench) -> harness::Run {
    const Operands in = layer.product.operands();
    harness::Launches launches(bench);
    Sgemm call{.shape = layer.shape};
    if (one_launch) {
      call.kernel_file = step.kernel_file;
      call.bias = layer.bias_on_device;
    }
    add_sgemm(launches, bench, call, in.a_on_device, in.b_on_device);
    if (!one_launch) {
      const auto [m, n, k] = layer.shape;
      const std::size_t width = n % 4 == 0 ? 4 : 1;
      cl::Kernel kernel =
          bench.kernel(step.kernel_file, "bias_and_activation", width == 4 ? " -DALIGNED=1" : "");
      common::set_args(kernel, bench.output, layer.bias_on_device, m, n);
      launches.add_items(kernel, cl::NDRange(n / width, m), {32, 8});
    }
    return launches.run();
  };
  step.accesses = [=, x = Extents(layer.shape), product = sgemm.accesses](const Values& v) {
    Counts counts = product(v);
    if (one_launch)
      counts.at("matmul_sgemm").global_loads += x.m * x.n / (aligned(x) ? 4 : 1); // bias
    else
      counts["bias_and_activation"] = {.global_loads = 2 * x.m * x.n / (x.n % 4 == 0 ? 4 : 1),
                                       .global_stores = x.m * x.n / (x.n % 4 == 0 ? 4 : 1)};
    return counts;
  };
  return step;
}

} // namespace

std::vector<Step> Layer::steps() const {
  return {
      layer_step(*this,
                 {.id = "e1",
                  .name = "two_launches",
                  .change = "v18's product, then a kernel that adds bias and activates"},
                 false),
      layer_step(*this,
                 {.id = "e2",
                  .name = "epilogue",
                  .change = "both before the sums are stored: C is neither read nor written again"},
                 true)};
}

} // namespace matmul
