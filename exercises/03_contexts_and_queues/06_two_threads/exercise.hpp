#pragma once

#include "common/opencl.hpp"

struct Job {
  cl::CommandQueue queue;
  cl::Buffer numbers;
  cl_int value;
};

/// Fills the n numbers of each job's buffer with the job's value, both at the same time. The kernel is
/// `fill(global int* numbers, int value, uint n)`.
void run_both(const cl::Program& program, const Job& first, const Job& second, cl_uint n);
