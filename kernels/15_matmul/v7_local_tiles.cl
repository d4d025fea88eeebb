// v7: square tiles of A and B in local memory.
//
// Changed: back to v3's one work-item for each element of C; a TILE x TILE work-group walks along k
// in steps of TILE, and fetches one tile of A and one of B for each step: one element of each for
// each work-item. Why: every element in local memory is used TILE times. Global loads fall by TILE.
//
//              k0                          group's columns                  C
//   group's  +------+                      +------+                      +------+
//   rows     |a_tile| ->              k0   |b_tile|                      | sums |
//            +------+                      +------+                      +------+
//                                             |
//                                             v
// From      v3
// NDRange   N x M, each rounded up to TILE; local size TILE x TILE
// Local     8*TILE^2 bytes
// Needs     M*K, K*N, M*N < 2^31. Outside the matrices the tiles hold zeros, of A and of B, so that
//           an Inf in the data never meets a made-up zero in an element that is stored.
// Loads     with S = ceil(K / TILE) steps: A: M*K*ceil(N/TILE), B: K*N*ceil(M/TILE);
//           local: 2*TILE*S for each work-item      Stores: M*N; local: 2*S for each work-item

// [kernel]
#ifndef TILE
#define TILE 16
#endif
kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
matmul_local_tiles(global const float* A, global const float* B, global float* C, const int M,
                   const int N, const int K) {
  // Identify.
  const int col = get_global_id(0), row = get_global_id(1);
  const int x = get_local_id(0), y = get_local_id(1);
  local float a_tile[TILE][TILE];
  local float b_tile[TILE][TILE];
  float sum = 0.0f;

  // [tiles]
  for (int k0 = 0; k0 < K; k0 += TILE) {
    // Load.
    a_tile[y][x] = row < M && k0 + x < K ? A[row * K + k0 + x] : 0.0f;
    b_tile[y][x] = k0 + y < K && col < N ? B[(k0 + y) * N + col] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    // Compute.
    for (int k = 0; k < TILE; ++k)
      sum += a_tile[y][k] * b_tile[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  // [/tiles]

  // Store.
  if (row < M && col < N)
    C[row * N + col] = sum;
}
// [/kernel]
