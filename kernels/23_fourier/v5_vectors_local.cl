// v5: four terms at once, from local memory.
//
// Changed: v3's tile, read with v4's vectors. Why: both gains together.
//
// From      v4
// NDRange   ceil(N / GROUP) * GROUP x batch; local size GROUP x 1
// Local     32 * GROUP bytes: four numbers for each work-item
// Loads     N float2s for each group; local: ceil(N / 4) float8s for each work-item     Stores: 1 float2 for each result
//
// Counted at 32*3, GROUP=64:   loads  stores  constant  local: loads  stores
//   fourier_vectors_local 96 96 0 1536 768

// [kernel]
#include "terms.clh"

#ifndef GROUP
#define GROUP 64
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
fourier_vectors_local(global const float2* x, global float2* X, const int N) {
  const int k = get_global_id(0), item = get_local_id(0), line = get_global_id(1) * N;
  local float8 tile[GROUP];
  local float2* numbers = (local float2*)tile;
  float2 sum = 0.0f;
  for (int first = 0; first < N; first += 4 * GROUP) {
    for (int n = item; n < 4 * GROUP; n += GROUP) // zeros behind the end: terms that add nothing
      numbers[n] = first + n < N ? x[line + first + n] : (float2)(0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    const int end = min(4 * GROUP, N - first);
    for (int n = 0; n < end; n += 4)
      sum += four_terms(tile[n / 4], first + n, k % N, N);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (k < N)
    X[line + k] = OUTPUT(sum);
}
// [/kernel]
