// b3, b4: a batch of products, in register blocks and float4s.
//
// Changed: tiles that are about as large as a small product, TM x TN sums for each work-item (v9), and float4s (v10). With the tiles of
// the presets a product of 32 x 32 x 32 is in local memory as a whole, and has one round. b3 has EACH = 1.
// b4: a group takes EACH products, and dimension 2 of its local size says which of them. Why: a product of 16 x 16 has 16
// work-items of 4 x 4 sums, half a warp, and a compute unit holds a limited number of groups.
//
//   group, EACH = 4:   | product 4g | 4g + 1 | 4g + 2 | 4g + 3 |    each has ITEMS work-items and tiles of its own
//
// From      b2
// NDRange   (ceil(N/BN)*BN/TN) x (ceil(M/BM)*BM/TM) x products, rounded up to EACH; local size BN/TN x BM/TM x EACH
// Local     4*EACH*BK*(BM + PAD + BN) bytes
// Needs     TM, TN, BK, PAD % 4 == 0; BM % TM == 0, BN % TN == 0; M*K, K*N, M*N < 2^31. ALIGNED=1 only if K and N are multiples
//           of 4, and the strides, too; GUARD=0 only if ALIGNED=1, K > 0 and M % BM == 0, N % BN == 0, K % BK == 0.
// Loads     with S = ceil(K/BK), for each product: A: M*K/V*ceil(N/BN), B: K*N/V*ceil(M/BM) floatVs; places beyond the last
//           product read that one once more. Local: S*BK*(TM + TN)/4 float4s for each work-item
// Stores    M*N/V floatVs for each product; local: S*BK*(BM + BN/V) for each tile of C

#ifndef BM
#define BM 32
#define BN 32
#define BK 32
#define TM 4
#define TN 4
#define PAD 4
#endif
#ifndef EACH
#define EACH 1
#endif
#define ITEMS_X (BN / TN)
#define ITEMS_Y (BM / TM)
#define ITEMS (ITEMS_X * ITEMS_Y) // for each product
#include "vector.clh"

kernel __attribute__((reqd_work_group_size(ITEMS_X, ITEMS_Y, EACH))) void
batch_of_blocks(global const float* A, global const float* B, global float* C, const int M,
                const int N, const int K, const uint stride_a, const uint stride_b,
                const uint stride_c, const uint products) {
  // Identify.
  const uint x = get_local_id(0), y = get_local_id(1), item = y * ITEMS_X + x;
  const uint row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
  // [identify]
  // Work-items beyond the last product compute that one once more, because none may miss a barrier, and store nothing.
  const size_t product = min((uint)get_global_id(2), products - 1);
  A += product * stride_a;
  B += product * stride_b;
  C += product * stride_c;
  local float a_tiles[EACH][BK][BM + PAD] __attribute__((aligned(16))); // a_tile[k][row]: turned
  local float b_tiles[EACH][BK][BN] __attribute__((aligned(16)));
  local float(*a_tile)[BM + PAD] = a_tiles[get_local_id(2)];
  local float(*b_tile)[BN] = b_tiles[get_local_id(2)];
  // [/identify]
  float sum[TM][TN] = {{0.0f}};

  for (uint k0 = 0; k0 < K; k0 += BK) {
    // Load.
#pragma unroll
    for (uint n = 0; n < A_EACH; ++n)
      if (MINE(n, BM * BK / V)) {
        const uint i = item + n * ITEMS, row = i / (BK / V), k = i % (BK / V) * V;
        const floatV v = LOAD(A + (row0 + row) * K + k0 + k, row0 + row < M && k0 + k < K);
        float array[V];
        TO_ARRAY(v, array);
#pragma unroll
        for (uint e = 0; e < V; ++e)
          a_tile[k + e][row] = array[e];
      }
#pragma unroll
    for (uint n = 0; n < B_EACH; ++n)
      if (MINE(n, BK * BN / V)) {
        const uint i = item + n * ITEMS, k = i / (BN / V), col = i % (BN / V) * V;
        *(local floatV*)(b_tile[k] + col) =
            LOAD(B + (k0 + k) * N + col0 + col, k0 + k < K && col0 + col < N);
      }
    barrier(CLK_LOCAL_MEM_FENCE);
    // Compute.
    for (uint k = 0; k < BK; ++k) {
      float a[TM], b[TN];
#pragma unroll
      for (uint i = 0; i < TM; i += 4)
        vstore4(*(local const float4*)(a_tile[k] + 4 * y + i * ITEMS_Y), 0, a + i);
#pragma unroll
      for (uint j = 0; j < TN; j += 4)
        vstore4(*(local const float4*)(b_tile[k] + 4 * x + j * ITEMS_X), 0, b + j);
#pragma unroll
      for (uint i = 0; i < TM; ++i)
#pragma unroll
        for (uint j = 0; j < TN; ++j)
          sum[i][j] += a[i] * b[j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  // Store. No barrier follows, so that places without a product may leave.
  if (get_global_id(2) >= products)
    return;
#pragma unroll
  for (uint i = 0; i < TM; ++i)
#pragma unroll
    for (uint j = 0; j < TN; j += V) {
      const uint row = row0 + 4 * y + i / 4 * 4 * ITEMS_Y + i % 4;
      const uint col = col0 + 4 * x + j / 4 * 4 * ITEMS_X + j % 4;
      if (!GUARD || (row < M && col < N))
        *(global floatV*)(C + row * N + col) = FROM_ARRAY(sum[i] + j);
    }
}
