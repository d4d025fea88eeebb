// A pass of a long transform without the transform: for the lab's --sweep passes. Each number is read where a pass reads it,
// and written where a pass writes one of its results. Nothing is computed or exchanged.
//
// Build options
//   N, STRIDE, LENGTH, BEFORE, ITEMS, LINES, IN_ORDER, OUT_ORDER   as for pass.clh
//
// NDRange   lines * ITEMS; groups of LINES * ITEMS
// Local     any number of bytes, so that no more groups run at a time than of the transform

#include "pass.clh"

// [access]
// In order, neighbouring work-items take neighbours in a line; else the same number of neighbouring lines.
kernel __attribute__((reqd_work_group_size(LINES* ITEMS, 1, 1))) void
fourier_access(global const float2* restrict in, global float2* restrict out, local float* unused) {
  const uint id = get_local_id(0), first = get_group_id(0) * LINES;
  float2 x[LENGTH / ITEMS];
  const Line from = line_of(first + (IN_ORDER ? id / ITEMS : id % LINES));
  const uint reader = IN_ORDER ? id % ITEMS : id / LINES;
#pragma unroll
  for (int m = 0; m < LENGTH / ITEMS; ++m)
    x[m] = in[read_at(from, reader + m * ITEMS)];
  const Line to = line_of(first + (OUT_ORDER ? id / ITEMS : id % LINES));
  const uint writer = OUT_ORDER ? id % ITEMS : id / LINES;
#pragma unroll
  for (int m = 0; m < LENGTH / ITEMS; ++m)
    out[write_at(to, writer + m * ITEMS)] = x[m];
}
// [/access]
