#pragma once

#include "harness/ladder/launches.hpp"
#include "matmul.hpp"

#include <string>
#include <vector>

namespace matmul {

/// The ladder. The steps refer to `problem`, which must outlive them.
std::vector<harness::Step> steps_for(const Matmul& problem);

/// The part of it that is made for CPUs: c1, c2, ...
std::vector<harness::Step> cpu_steps(const Matmul& problem);

/// The part of it that needs NVIDIA's tensor cores: t1, t2, ... Behind them, those with tensor maps, of which one run makes
/// Matmul::in_a_row() products.
std::vector<harness::Step> tensor_steps(const Matmul& problem);
std::vector<harness::Step> mapped_steps(const Matmul& problem);

/// C = alpha op(A) op(B) + beta C. op(A) has shape.m rows of shape.k elements, op(B) shape.k rows of
/// shape.n; op(X) is X, or X transposed: then X is stored the other way round, row-major without
/// padding. With beta = 0 C is not read.
struct Sgemm {
  Shape shape;
  bool transpose_a = false;
  bool transpose_b = false;
  float alpha = 1.0F;
  float beta = 0.0F;
  /// One that includes v18 with an epilogue, which gets `bias`.
  std::string kernel_file = "15_matmul/v18_sgemm.cl";
  cl::Buffer bias = {};
};

/// Adds the launch of that product to others: see prepare_sgemm().
void add_sgemm(harness::Launches& launches, const harness::Workbench& bench, const Sgemm& call,
               const cl::Buffer& a, const cl::Buffer& b);

/// The ladder's matrix product as a library would offer it: builds v18 for `bench.values` and this
/// call, and returns what runs it on A, B and bench.output. Throws Skip where the kernel does not
/// fit the device.
harness::Run prepare_sgemm(const harness::Workbench& bench, const Sgemm& call, const cl::Buffer& a,
                           const cl::Buffer& b);

} // namespace matmul
