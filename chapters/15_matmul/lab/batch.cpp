// Batches of small products: the problem, and its ladder, b1 to b5.

#include "batch.hpp"

#include "blocked.hpp"
#include "common/error.hpp"
#include "common/launch.hpp"
#include "harness/lab/cores.hpp"
#include "harness/lab/device.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace matmul {
namespace {

constexpr double most_numbers =
    0x1p31;                          // of an operand: strides and places are counted with 32 bits
constexpr double most_work = 0x1p36; // multiply-adds: the reference has to compute them, too

// Numbers in one matrix; a matrix of none still gets a place in its buffer, because buffers of 0 bytes do not exist.
std::size_t numbers(int rows, int columns) {
  return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

} // namespace

std::unique_ptr<Batch> batch_of(const std::string& size, unsigned seed) {
  const std::size_t star = size.find('*');
  const std::vector<int> mnk = harness::parse_size(size.substr(0, star), 3, 0);
  int products = 1;
  if (star != std::string::npos) {
    const char* const end = size.data() + size.size();
    const auto [rest, error] = std::from_chars(size.data() + star + 1, end, products);
    if (error != std::errc{} || rest != end || products < 1)
      throw common::UsageError(fmt::format("the size '{}' makes no sense: behind the * there must "
                                           "be the number of products, at least 1.",
                                           size));
  }
  const Shape shape{mnk[0], mnk[1], mnk[2]};
  if (shape.m == 0 || shape.n == 0)
    throw common::UsageError(
        fmt::format("the size '{}' makes no sense: M and N must be at least 1.", size));
  const double m = shape.m, n = shape.n, k = shape.k;
  if (products * std::max({m * k, k * n, m * n}) >= most_numbers ||
      products * m * n * k > most_work)
    throw common::UsageError(fmt::format(
        "the size {} is too large: all matrices of an operand together may have 2^31 - 1 elements, "
        "and all products 2^36 multiply-adds, because the reference computes them as well.",
        size));
  return std::make_unique<Batch>(shape, products, seed);
}

std::string Batch::size() const {
  return fmt::format("{}x{}x{}*{}", shape.m, shape.n, shape.k, products);
}

harness::Cost Batch::cost() const {
  const double m = shape.m, n = shape.n, k = shape.k;
  return {products * 2.0 * m * n * k, products * sizeof(float) * (m * k + k * n + m * n)};
}

std::size_t Batch::output_bytes() const {
  return products * numbers(shape.m, shape.n) * sizeof(float);
}

void Batch::upload(const harness::Session& session) {
  const auto [m, n, k] = shape;
  const std::size_t a_count = products * numbers(m, k), b_count = products * numbers(k, n);
  const std::size_t a_bytes = std::max<std::size_t>(a_count, 1) * sizeof(float);
  const std::size_t b_bytes = std::max<std::size_t>(b_count, 1) * sizeof(float);
  harness::require_device_memory(session.device, {a_bytes, b_bytes, output_bytes()});
  a = common::random_floats(a_count, seed_);
  b = common::random_floats(b_count, seed_ + 1);
  reference_.resize(products * numbers(m, n));
  harness::on_all_cores(products, [this](int product) {
    const std::size_t a_size = numbers(shape.m, shape.k), b_size = numbers(shape.k, shape.n);
    const auto p = static_cast<std::size_t>(product);
    const std::vector<double> c =
        multiply_in_double(std::span<const float>(a).subspan(p * a_size, a_size),
                           std::span<const float>(b).subspan(p * b_size, b_size), shape);
    std::copy(c.begin(), c.end(), reference_.begin() + static_cast<std::ptrdiff_t>(p * c.size()));
  });
  a_on_device = cl::Buffer(session.context, CL_MEM_READ_ONLY, a_bytes);
  b_on_device = cl::Buffer(session.context, CL_MEM_READ_ONLY, b_bytes);
  if (k > 0) {
    session.queue.enqueueWriteBuffer(a_on_device, CL_TRUE, 0, a_bytes, a.data());
    session.queue.enqueueWriteBuffer(b_on_device, CL_TRUE, 0, b_bytes, b.data());
  }
}

common::Comparison Batch::check(std::span<const std::byte> output) const {
  const std::span c(reinterpret_cast<const float*>(output.data()), output.size() / sizeof(float));
  // All factors lie in [-1, 1], so no sum of |a||b| exceeds K.
  return common::compare(c, reference_,
                         common::sum_tolerance(static_cast<std::size_t>(shape.k), shape.k));
}

std::string Batch::place(std::size_t index) const {
  const std::size_t each = numbers(shape.m, shape.n);
  return fmt::format("product {}, {}", index / each,
                     harness::row_and_column(static_cast<std::size_t>(shape.n))(index % each));
}

// --- the ladder ----------------------------------------------------------------------------------

namespace {

// The kernel with the arguments that all steps of this ladder have.
cl::Kernel kernel_of(const Batch& problem, const harness::Workbench& bench, const Step& step,
                     const char* function, const std::string& options = {}) {
  const auto [m, n, k] = problem.shape;
  cl::Kernel kernel = bench.kernel(step.kernel_file, function, options);
  common::set_args(kernel, problem.a_on_device, problem.b_on_device, bench.output, m, n, k,
                   static_cast<cl_uint>(numbers(m, k)), static_cast<cl_uint>(numbers(k, n)),
                   static_cast<cl_uint>(numbers(m, n)));
  return kernel;
}

// Tiles of half the size would do as well, and leave fewer work-items without an element.
std::string waste(const Extents& x, std::uint64_t tile) {
  return tile >= 2 * std::max(x.m, x.n) && tile > 1
             ? fmt::format("tiles of {0} x {0} are too large for products of {1} x {2}", tile, x.m,
                           x.n)
             : "";
}

Accesses times(std::uint64_t count, const Accesses& each) {
  return {.global_loads = count * each.global_loads,
          .global_stores = count * each.global_stores,
          .local_loads = count * each.local_loads,
          .local_stores = count * each.local_stores};
}

// b1 and b2: v7's tiles.
Step tile_step(const Batch& problem, Step step, bool one_launch) {
  step.kernel_file = "15_matmul/b1_launch_each.cl";
  const Extents x(problem.shape);
  const auto group_of = [](const Values& v) {
    const std::uint64_t tile = value(v, "TILE");
    return cl::NDRange(tile, tile, 1);
  };
  step.obstacle = [=](const cl::Device& device, const Values& v) {
    const std::uint64_t tile = value(v, "TILE");
    const std::string reason = harness::group_obstacle(device, group_of(v), 8 * tile * tile, 64);
    return reason.empty() ? waste(x, tile) : reason;
  };
  step.prepare = [=, &problem](const harness::Workbench& bench) -> harness::Run {
    const cl::Kernel kernel = kernel_of(problem, bench, step, "batch_of_tiles");
    const cl::NDRange local = group_of(bench.values);
    const std::size_t products = static_cast<std::size_t>(problem.products);
    const cl::NDRange one = common::round_up(cl::NDRange(x.n, x.m, 1), local);
    harness::Launches launches(bench);
    if (one_launch)
      return launches.add(kernel, {one[0], one[1], products}, local).run();
    launches.add(kernel, one, local); // product 0
    if (products > 1) // Only the first and the last one have an event: each would cost some time.
      launches.add([=](const cl::CommandQueue& queue) {
        cl::Event last;
        for (std::size_t p = 1; p < products; ++p)
          queue.enqueueNDRangeKernel(kernel, {0, 0, p}, one, local, nullptr,
                                     p + 1 == products ? &last : nullptr);
        return last;
      });
    return launches.run();
  };
  step.accesses = [=, &problem](const Values& v) {
    const std::uint64_t tile = value(v, "TILE"), steps = ceil_div(x.k, tile);
    const std::uint64_t across = ceil_div(x.n, tile), down = ceil_div(x.m, tile);
    const std::uint64_t items = across * down * tile * tile;
    return Counts{{"batch_of_tiles",
                   times(problem.products, {.global_loads = x.m * x.k * across + x.k * x.n * down,
                                            .global_stores = x.m * x.n,
                                            .local_loads = items * steps * 2 * tile,
                                            .local_stores = items * steps * 2})}};
  };
  return step;
}

// b3 and b4: register blocks, EACH products in a group.
Step block_step(const Batch& problem, Step step) {
  step.kernel_file = "15_matmul/b3_small_blocks.cl";
  const Extents x(problem.shape);
  const auto group_of = [](const Values& v) {
    return cl::NDRange(value(v, "BN") / value(v, "TN"), value(v, "BM") / value(v, "TM"),
                       value(v, "EACH"));
  };
  step.obstacle = [=](const cl::Device& device, const Values& v) {
    if (const std::string reason = tile_misfit(v); !reason.empty())
      return reason;
    const std::uint64_t tile_bytes =
        4 * value(v, "EACH") * value(v, "BK") * (value(v, "BM") + value(v, "PAD") + value(v, "BN"));
    const std::string reason = harness::group_obstacle(device, group_of(v), tile_bytes, 64);
    // The smallest tile fits all.
    return reason.empty() && value(v, "BM") > 4 ? waste(x, value(v, "BM")) : reason;
  };
  step.prepare = [=, &problem](const harness::Workbench& bench) -> harness::Run {
    const Values& v = bench.values;
    cl::Kernel kernel = kernel_of(problem, bench, step, "batch_of_blocks",
                                  variant({.vectors = true, .guard = true}, x, v));
    kernel.setArg(9, static_cast<cl_uint>(problem.products));
    const cl::NDRange local = group_of(v);
    const cl::NDRange tiles(ceil_div(x.n, value(v, "BN")), ceil_div(x.m, value(v, "BM")));
    return harness::Launches(bench)
        .add(kernel,
             {tiles[0] * local[0], tiles[1] * local[1],
              ceil_div(static_cast<std::uint64_t>(problem.products), value(v, "EACH")) * local[2]},
             local)
        .run();
  };
  step.accesses = [=, &problem](const Values& v) {
    const std::uint64_t width = aligned(x) ? 4 : 1, steps = ceil_div(x.k, value(v, "BK"));
    const std::uint64_t bm = value(v, "BM"), bn = value(v, "BN"), bk = value(v, "BK");
    const std::uint64_t tm = value(v, "TM"), tn = value(v, "TN");
    const std::uint64_t across = ceil_div(x.n, bn), down = ceil_div(x.m, bm);
    const std::uint64_t products = problem.products;
    // Places beyond the last product do all but store.
    Accesses all =
        times(ceil_div(products, value(v, "EACH")) * value(v, "EACH"),
              {.global_loads = (x.m * x.k * across + x.k * x.n * down) / width,
               .local_loads = across * down * (bm / tm) * (bn / tn) * steps * bk * (tm + tn) / 4,
               .local_stores = across * down * steps * bk * (bm + bn / width)});
    all.global_stores = products * x.m * x.n / width;
    return Counts{{"batch_of_blocks", all}};
  };
  return step;
}

// b5: a work-item for each product.
Step item_step(const Batch& problem, Step step) {
  step.kernel_file = file_of(step);
  const Extents x(problem.shape);
  step.obstacle = [](const cl::Device& device, const Values& v) -> std::string {
    const auto width = device.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>();
    return value(v, "MR") > 4 && width < 16
               ? fmt::format("{} x 16 sums need vector registers of 16 floats: this device has {}",
                             value(v, "MR"), width)
               : "";
  };
  step.prepare = [=, &problem](const harness::Workbench& bench) -> harness::Run {
    return harness::Launches(bench)
        .add(kernel_of(problem, bench, step, "batch_of_items"),
             cl::NDRange(static_cast<std::size_t>(problem.products)), {1})
        .run();
  };
  step.accesses = [=, &problem](const Values& v) {
    const std::uint64_t mr = value(v, "MR"), down = ceil_div(x.m, mr);
    const std::uint64_t loads_of_row = x.n / 16 + x.n % 16;
    return Counts{{"batch_of_items",
                   times(problem.products,
                         {.global_loads = down * x.k * (mr * ceil_div(x.n, 16) + loads_of_row),
                          .global_stores = x.m * loads_of_row})}};
  };
  return step;
}

Values blocks(int tile, int depth, int rows, int each) {
  return {{"BM", tile}, {"BN", tile}, {"BK", depth}, {"TM", rows},
          {"TN", 4},    {"PAD", 4},   {"EACH", each}};
}

} // namespace

std::vector<Step> Batch::steps() const {
  const Parameters tile{{"TILE", {4, 8, 16, 32}}};
  const std::vector<Values> tiles{{{"TILE", 32}}, {{"TILE", 16}}, {{"TILE", 4}}, {{"TILE", 1}}};
  const std::vector<int> sizes{4, 8, 16, 32, 64};
  const Parameters block{{"BM", sizes},
                         {"BN", sizes},
                         {"BK", sizes},
                         {"TM", {4, 8}},
                         {"TN", {4, 8}},
                         {"PAD", {0, 4}},
                         {"EACH", {1, 2, 4, 8, 16}}};
  return {
      tile_step(*this,
                {.id = "b1",
                 .name = "launch_each",
                 .change = "v7's kernel, launched once for each product",
                 .parameters = tile,
                 .presets = tiles},
                false),
      tile_step(*this,
                {.id = "b2",
                 .name = "one_launch",
                 .change = "one launch: dimension 2 of the NDRange says which product",
                 .parameters = tile,
                 .presets = tiles},
                true),
      block_step(*this,
                 {.id = "b3",
                  .name = "small_blocks",
                  .change = "register blocks and float4s, in tiles that a small product fills",
                  .parameters = block,
                  .presets = {blocks(64, 16, 8, 1), blocks(32, 32, 4, 1), blocks(16, 16, 4, 1),
                              blocks(8, 8, 4, 1), blocks(4, 4, 4, 1)}}),
      block_step(*this,
                 {.id = "b4",
                  .name = "several",
                  .change = "a work-group takes several products: more work-items for a unit",
                  .parameters = block,
                  .presets = {blocks(64, 16, 8, 2), blocks(32, 32, 4, 4), blocks(16, 16, 4, 8),
                              blocks(8, 8, 4, 16), blocks(4, 4, 4, 1)},
                  .changed_parameters = {"EACH"}}),
      item_step(*this,
                {.id = "b5",
                 .name = "whole_product",
                 .change = "a whole product for each work-item, made for the caches of a CPU",
                 .parameters = {{"MR", {2, 4, 8}}},
                 .presets = {{{"MR", 8}}, {{"MR", 4}}},
                 .parent = "b2"}),
  };
}

} // namespace matmul
