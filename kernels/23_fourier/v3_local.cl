// v3: the input in local memory.
//
// Changed: a group copies GROUP numbers of x at a time into local memory, and all of its work-items read them there. Why: each
// number is loaded once for a group instead of once for each result. A whole transform would limit N; a tile does not.
//
//   group (g, b):  results k = g*GROUP ... of transform b
//
// From      v2
// NDRange   ceil(N / GROUP) * GROUP x batch; local size GROUP x 1
// Local     8 * GROUP bytes
// Loads     N float2s for each group; local: N float2s for each work-item     Stores: 1 float2 for each result
//
// Counted at 32*3, GROUP=64:   loads  stores  constant  local: loads  stores
//   fourier_local 96 96 0 6144 96

// [kernel]
#include "complex.clh"

#ifndef GROUP
#define GROUP 64
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
fourier_local(global const float2* x, global float2* X, const int N) {
  const int k = get_global_id(0), item = get_local_id(0), line = get_global_id(1) * N;
  local float2 tile[GROUP];
  float2 sum = 0.0f;
  for (int first = 0; first < N; first += GROUP) {
    if (first + item < N)
      tile[item] = INPUT(x[line + first + item]);
    barrier(CLK_LOCAL_MEM_FENCE);
    const int end = min(GROUP, N - first);
    for (int n = 0; n < end; ++n)
      sum += times(tile[n], root((first + n) * (k % N) % N, N));
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (k < N)
    X[line + k] = OUTPUT(sum);
}
// [/kernel]
