#include "tools/exercise/check.hpp"

#include "common/kernel_io.hpp"

EXERCISE_CHECK(bench) {
  // Both kernels with counters: [0] ran, [1] stored, [2] i, [3] and [4] the second dimension, [5] n,
  // [6] bytes loaded, [7] roots. vec_step() is the number of components.
  const cl::Program program = common::build_source(bench.session.context, bench.session.device, R"(
kernel void add(global const float* a, global const float* b, global float* c, uint n,
                volatile global uint* count) {
  const size_t i = get_global_id(0);
  atomic_inc(count);
  if (i == 3 * 64 + 5)
    count[2] = i;
  count[3] = get_global_id(1);
  count[4] = get_global_size(1);
  count[5] = n;
  if (i < n) {
    atomic_inc(count + 1);
    c[0] = a[0] + b[0];
  }
}

kernel void roots(global const float4* in, global float4* out, uint n, volatile global uint* count) {
  const size_t i = get_global_id(0);
  if (i < n) {
    out[0] = sqrt(in[0]);
    count[6] = sizeof(in[i]);
    atomic_add(count + 7, vec_step(float4));
  }
})");
  const cl::CommandQueue& queue = bench.session.queue;
  const auto counts = bench.input(std::vector<cl_uint>(8));
  const auto sum = bench.output<float>(1);
  const auto vector = bench.output<float>(4);
  cl::Kernel add(program, "add"), roots(program, "roots");
  const auto large = bench.input(std::vector<float>{16777216});
  const auto one = bench.input(std::vector<float>{1});
  const auto squares = bench.input(std::vector<float>{1, 4, 9, 16});
  common::set_args(add, large, one, sum.buffer, cl_uint{1000}, counts);
  common::set_args(roots, squares, vector.buffer, cl_uint{1000}, counts);
  const cl::NDRange local = common::fit_local_size(bench.session.device, add, {64});
  common::launch(queue, add, {1024}, local);
  common::launch(queue, roots, {1024}, common::fit_local_size(bench.session.device, roots, {64}));
  const std::vector<cl_uint> count = bench.read<cl_uint>(counts, 8);
  add.setArg(3, cl_int{-1}); // its bits
  common::launch(queue, add, {1}, {1});

  const auto number = [&](const std::string& question, cl_uint truth) {
    bench.expect_answer(question, std::to_string(truth));
  };
  number("work-items that run", count[0]);
  number("work-items that store something", count[1]);
  number("i of the work-item with local id 5 in group 3", count[2]);
  number("get_global_id(1)", count[3]);
  number("get_global_size(1)", count[4]);
  number("n if the host passes a cl_int of -1", bench.read<cl_uint>(counts, 8)[5]);
  number("c[i] if a[i] is 16777216 and b[i] is 1", static_cast<cl_uint>(bench.read(sum)[0]));
  number("bytes that a work-item with i < n loads", count[6]);
  number("square roots that are computed", count[7]);
}
