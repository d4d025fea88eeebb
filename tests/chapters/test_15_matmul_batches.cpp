// Chapter 15, page 8: batches of small products, and products with an epilogue: the references against loops of the test's own, every step at awkward
// sizes and odd counts, kernels that take the wrong matrix.
//
// CTest: again with work-groups of one work-item

#include "chapters/15_matmul/lab/batch.hpp"
#include "chapters/15_matmul/lab/layer.hpp"

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "tests/support/chapter.hpp"
#include "tests/support/ladder_suite.hpp"
#include "tests/support/session.hpp"
#include "tests/support/steps.hpp"

#include <cmath>
#include <fmt/format.h>
#include <limits>

using matmul::Batch;
using matmul::Layer;
using matmul::Shape;
using tests::contains;

namespace {

using Floats = std::vector<float>;
const std::set<std::string> all_of_batch{"b1", "b2", "b3", "b4", "b5"};

std::span<const std::byte> bytes_of(const Floats& values) {
  return std::as_bytes(std::span(values));
}

// C = A B for matrices that begin at these places.
void multiply(const float* a, const float* b, float* c, Shape s) {
  for (int i = 0; i < s.m; ++i)
    for (int j = 0; j < s.n; ++j) {
      double sum = 0.0;
      for (int k = 0; k < s.k; ++k)
        sum += double{a[i * s.k + k]} * b[k * s.n + j];
      c[i * s.n + j] = static_cast<float>(sum);
    }
}

Floats product_of(const Batch& batch) {
  const auto [m, n, k] = batch.shape;
  Floats c(batch.output_bytes() / sizeof(float));
  for (int p = 0; p < batch.products; ++p)
    multiply(batch.a.data() + p * m * k, batch.b.data() + p * k * n, c.data() + p * m * n,
             batch.shape);
  return c;
}

Floats result_of(const Layer& layer) {
  const matmul::Operands in = layer.product.operands();
  Floats c(layer.output_bytes() / sizeof(float));
  matmul::multiply_optimised(in.a, in.b, c, layer.shape);
  for (std::size_t i = 0; i < c.size(); ++i) {
    c[i] += layer.bias[i % layer.bias.size()];
    c[i] = std::max(c[i], c[i] / 8.0F);
  }
  return c;
}

} // namespace

std::vector<tests::Ladder> tests::ladders() {
  Ladder batch{"batch", making<Batch>(Shape{17, 9, 33}, 7, 5U), {}, {"b1", "b2", "b3", "b4", "b5"}};
  for (const int n : {16, 32, 64, 128})
    batch.usual.push_back(making<Batch>(Shape{n, n, n}, 256, 1U));
  // More products than a whole number of groups takes; odd ends, rows of vectors, whole tiles.
  for (const Shape shape : {Shape{33, 17, 21}, Shape{130, 12, 40}, Shape{64, 64, 32}})
    batch.for_presets.push_back(making<Batch>(shape, 5, 6U));
  Ladder layer{"layer", making<Layer>(Shape{33, 65, 29}, 5U), {}, {"e1", "e2"}};
  for (const int k : {64, 4096})
    layer.usual.push_back(making<Layer>(Shape{1024, 1024, k}, 1U));
  for (const Shape shape : {Shape{33, 17, 21}, Shape{130, 260, 40}, Shape{192, 256, 32}})
    layer.for_presets.push_back(making<Layer>(shape, 6U));
  return {batch, layer};
}

TEST_CASE("15: sizes of batches, and those that make no sense") {
  CHECK(matmul::batch_of("32*4096", 1)->size() == "32x32x32*4096");
  CHECK(matmul::batch_of("3x4x0*2", 1)->size() == "3x4x0*2");
  CHECK(matmul::batch_of("7", 1)->size() == "7x7x7*1");
  for (const char* size :
       {"0*3", "3x4*2", "3*", "3*0", "3*-1", "3*2x", "3*2*2", "*3", "3*99999999999"})
    CHECK_THROWS_AS(matmul::batch_of(size, 1), common::UsageError);
  CHECK(contains(tests::message_of<common::UsageError>([] { matmul::batch_of("1024*4096", 1); }),
                 "too large"));
  const Batch batch({2, 3, 5}, 7, 1);
  CHECK(batch.cost().flop == 7 * 60.0);
  CHECK(batch.cost().bytes == 7 * 4.0 * (10 + 15 + 6));
  CHECK(batch.output_bytes() == 7 * 24);
  for (const char* problem : {"product", "batch", "layer"}) {
    const harness::CaseStudy study = matmul::case_study({.problem = problem});
    for (const auto& sizes : {study.quick_sizes, study.default_sizes, study.check_sizes,
                              study.bench_sizes, std::vector{study.tiny_size}})
      for (const std::string& size : sizes)
        CHECK_NOTHROW(study.make(size, 1));
  }
  CHECK_THROWS_AS(matmul::case_study({.problem = "batch", .in_a_row = 2}), common::UsageError);
}

TEST_CASE("15: the check of a batch knows which product is which") {
  const harness::Session session = tests::new_session();
  Batch batch({3, 4, 5}, 6, 1);
  batch.upload(session);
  const Floats right = product_of(batch);
  CHECK(batch.check(bytes_of(right)).passed());
  Floats exchanged = right; // the products 2 and 3
  std::swap_ranges(exchanged.begin() + 24, exchanged.begin() + 36, exchanged.begin() + 36);
  CHECK(batch.check(bytes_of(exchanged)).wrong == 24);
  CHECK(batch.place(30) == "product 2, row 1, column 2");
}

TEST_CASE("15: batches of odd counts, of one product, of all shapes" * tests::long_tier) {
  const harness::Session session = tests::new_session();
  for (const auto& [shape, products] : {std::pair{Shape{1, 1, 1}, 1},
                                        {Shape{5, 3, 0}, 2},
                                        {Shape{16, 16, 16}, 9},
                                        {Shape{32, 32, 32}, 5},
                                        {Shape{64, 64, 64}, 3},
                                        {Shape{36, 20, 44}, 3},
                                        {Shape{65, 33, 130}, 3},
                                        {Shape{1, 100, 37}, 13},
                                        {Shape{100, 1, 1}, 3}}) {
    Batch batch(shape, products, 3);
    batch.upload(session);
    CHECK(tests::check_steps(batch, session) == all_of_batch);
  }
}

TEST_CASE("15: a kernel that takes the matrix of a neighbour is noticed") {
  const tests::Lab lab("15_matmul");
  const auto notices = [&](const std::string& step, const std::string& file,
                           const std::string& from, const std::string& to) {
    INFO(step, ": ", to);
    const auto run = lab.run_changed(
        file, from, to, {"--check", "--problem", "batch", "--size", "17x9x33*5", "--step", step});
    INFO(run.output);
    CHECK(run.exit_code == 1);
    CHECK(contains(run.output, "product "));
  };
  // The number of the group does not know the offset of the range, so b1 would compute product 0 five times.
  notices("b1", "b1_launch_each.cl", "product = get_global_id(2)", "product = get_group_id(2)");
  notices("b2", "b1_launch_each.cl", "B += product", "B += product / 2");
  notices("b4", "b3_small_blocks.cl", "products - 1);", "products - 2);");
  notices("b5", "b5_whole_product.cl", "A += product * stride_a", "A += product * stride_b");
}

TEST_CASE("15: matrices that lie apart, and one that all products share") {
  const harness::Session session = tests::new_session();
  const Shape s{8, 12, 4};
  constexpr int products = 5;
  constexpr std::size_t gap = 16; // numbers behind each matrix
  const auto area = [](int rows, int columns) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  };
  const std::size_t stride_a = area(s.m, s.k) + gap, stride_c = area(s.m, s.n) + gap;
  const Floats a = common::random_floats(products * stride_a, 1);
  const Floats b = common::random_floats(area(s.k, s.n), 2);
  Floats want(products * stride_c, 7.0F); // what is in the gaps must stay
  for (std::size_t p = 0; p < products; ++p)
    multiply(a.data() + p * stride_a, b.data(), want.data() + p * stride_c, s);
  const auto upload = [&](const Floats& host) {
    cl::Buffer buffer(session.context, CL_MEM_READ_WRITE, host.size() * sizeof(float));
    session.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, host.size() * sizeof(float), host.data());
    return buffer;
  };
  const cl::Buffer a_on_device = upload(a), b_on_device = upload(b);
  for (const auto& [file, function, options, range, local] :
       {std::tuple{"b1_launch_each", "batch_of_tiles", "-DTILE=1", cl::NDRange(12, 8, products),
                   cl::NDRange(1, 1, 1)},
        {"b3_small_blocks", "batch_of_blocks",
         "-DBM=4 -DBN=4 -DBK=4 -DTM=4 -DTN=4 -DPAD=4 -DALIGNED=1 -DGUARD=0",
         cl::NDRange(3, 2, products), cl::NDRange(1, 1, 1)},
        {"b5_whole_product", "batch_of_items", "", cl::NDRange(products), cl::NDRange(1)}}) {
    CAPTURE(file);
    const cl::Buffer c_on_device = upload(Floats(want.size(), 7.0F));
    cl::Kernel kernel(common::build_kernel_file(session.context, session.device,
                                                fmt::format("15_matmul/{}.cl", file), options),
                      function);
    common::set_args(kernel, a_on_device, b_on_device, c_on_device, s.m, s.n, s.k,
                     static_cast<cl_uint>(stride_a), cl_uint{0}, static_cast<cl_uint>(stride_c));
    if (std::string(function) == "batch_of_blocks")
      kernel.setArg(9, cl_uint{products});
    session.queue.enqueueNDRangeKernel(kernel, cl::NullRange, range, local);
    Floats c(want.size());
    session.queue.enqueueReadBuffer(c_on_device, CL_TRUE, 0, c.size() * sizeof(float), c.data());
    const auto comparison =
        common::compare(std::span<const float>(c), std::span<const float>(want), {1e-5, 0.0});
    INFO(comparison.summary());
    CHECK(comparison.passed());
  }
}

TEST_CASE("15: the check of a layer, small and too large for a reference") {
  const harness::Session session = tests::new_session();
  // The second has too many multiply-adds for the reference: bias and activation are undone, and the product is checked.
  for (const Shape shape : {Shape{13, 21, 34}, Shape{600, 1000, 510}}) {
    Layer layer(shape, 1);
    layer.upload(session);
    CAPTURE(layer.size());
    CHECK(layer.product.reference().empty() == (shape.m == 600));
    const Floats right = result_of(layer);
    CHECK(layer.check(bytes_of(right)).passed());
    const auto fails = [&](const std::function<float(std::size_t)>& value) {
      Floats wrong(right.size());
      for (std::size_t i = 0; i < wrong.size(); ++i)
        wrong[i] = value(i);
      CHECK_FALSE(layer.check(bytes_of(wrong)).passed());
    };
    const auto columns = static_cast<std::size_t>(shape.n);
    fails([&](std::size_t i) { return right[i] - layer.bias[i % columns]; });
    fails([&](std::size_t i) { return right[i] < 0.0F ? 8.0F * right[i] : right[i]; });
    fails([&](std::size_t i) { return std::max(right[i], 0.0F); });
    fails([&](std::size_t i) {
      const std::size_t row = i / columns;
      return right[i] - layer.bias[i % columns] + layer.bias[row % columns];
    });
    fails([&](std::size_t i) { return i == right.size() / 2 ? right[i] + 1.0F : right[i]; });
    fails([&](std::size_t i) {
      return i == right.size() / 2 ? std::numeric_limits<float>::quiet_NaN() : right[i];
    });
  }
}

TEST_CASE("15: layers of all shapes" * tests::long_tier) {
  const harness::Session session = tests::new_session();
  for (const Shape shape : {Shape{1, 1, 1}, Shape{5, 3, 0}, Shape{1, 100, 37}, Shape{100, 1, 1},
                            Shape{32, 32, 32}, Shape{36, 20, 44}, Shape{127, 130, 65}}) {
    Layer layer(shape, 3);
    layer.upload(session);
    CHECK(tests::check_steps(layer, session) == std::set<std::string>{"e1", "e2"});
  }
}

TEST_CASE("15: an epilogue without bias, or for the wrong column, is noticed") {
  const tests::Lab lab("15_matmul");
  for (const auto& [step, file, from, to] :
       {std::array<std::string, 4>{"e1", "e1_two_launches.cl", "bias + col", "bias + row % N"},
        {"e1", "activation.clh", "0.125f * x", "0.0f * x"},
        {"e2", "e2_epilogue.cl", "(bias + (col))", "bias"},
        {"e2", "e2_epilogue.cl", "activate((sums)", "((sums)"}}) {
    INFO(step, ": ", to);
    const auto run = lab.run_changed(
        file, from, to, {"--check", "--problem", "layer", "--size", "12x23x9", "--step", step});
    INFO(run.output);
    CHECK(run.exit_code == 1);
    CHECK(contains(run.output, "row "));
  }
}

TEST_CASE("15: what an epilogue saves is a read and a write of C, and the promises say so") {
  const Layer layer({32, 64, 16}, 1);
  const std::vector<harness::Step> steps = layer.steps();
  const harness::Values& values = steps.at(0).presets.back();
  const harness::Counts two = steps.at(0).accesses(values), one = steps.at(1).accesses(values);
  const harness::Accesses &product = two.at("matmul_sgemm"), &fused = one.at("matmul_sgemm");
  constexpr std::uint64_t vectors = 32 * 64 / 4;
  CHECK(product.global_stores == vectors);
  CHECK(two.at("bias_and_activation").global_loads == 2 * vectors);
  CHECK(two.at("bias_and_activation").global_stores == vectors);
  CHECK(one.size() == 1);
  CHECK(fused.global_stores == vectors);
  CHECK(fused.global_loads == product.global_loads + vectors); // bias
}

TEST_CASE("15: what the steps of a batch promise, counted by hand") {
  const Batch batch({8, 8, 8}, 3, 1);
  const std::vector<harness::Step> steps = batch.steps();
  const auto counts = [&](const char* id, const harness::Values& values) {
    return harness::step_named(steps, id).accesses(values).begin()->second;
  };
  // Tiles of 4 x 4: four of them, two rounds; each row of A is loaded for two tiles, and each column of B.
  const harness::Accesses tiles = counts("b2", {{"TILE", 4}});
  CHECK(tiles.global_loads == 3 * (64 * 2 + 64 * 2));
  CHECK(tiles.global_stores == 3 * 64);
  CHECK(tiles.local_loads == 3 * 64 * 8 * 2);
  CHECK(tiles.local_stores == 3 * 64 * 2 * 2);
  CHECK(tiles == counts("b1", {{"TILE", 4}}));
  // One tile for each product. Four products in a group of two: the fourth place reads the third once more.
  harness::Values values{{"BM", 8}, {"BN", 8},  {"BK", 8},  {"TM", 4},
                         {"TN", 4}, {"PAD", 4}, {"EACH", 2}};
  const harness::Accesses blocks = counts("b4", values);
  CHECK(blocks.global_loads == 4 * 2 * 64 / 4);
  CHECK(blocks.global_stores == 3 * 64 / 4);
  CHECK(blocks.local_loads == 4 * 4 * 8 * 2);
  CHECK(blocks.local_stores == 4 * (64 + 16));
  // Blocks of 4 x 16 for 8 columns: the eight are read one by one.
  const harness::Accesses items = counts("b5", {{"MR", 4}});
  CHECK(items.global_loads == 3 * 2 * 8 * (4 + 8));
  CHECK(items.global_stores == 3 * 64);
}

TEST_CASE("15: files and tables of the new ladders agree on the parents") {
  const Batch batch({8, 8, 8}, 3, 1);
  const Layer layer({8, 8, 8}, 1);
  const harness::Problem* const problems[] = {&batch, &layer};
  for (const harness::Problem* problem : problems) {
    const auto steps = problem->steps();
    for (const harness::Step& step : steps) {
      CAPTURE(step.id);
      const harness::Step* const parent = harness::parent_of(steps, step);
      const std::string source = common::read_text(common::find_kernel(step.kernel_file));
      if (parent != nullptr && parent->kernel_file != step.kernel_file)
        CHECK(contains(source, fmt::format("\n// From      {}\n", parent->id)));
      CHECK((step.changed_parameters.empty() || step.id == "b4"));
    }
  }
}
