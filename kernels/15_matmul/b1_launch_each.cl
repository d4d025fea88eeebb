// b1, b2: a batch of products, in the tiles of v7.
//
// Changed: each operand is a sequence of matrices that begin a stride apart, and dimension 2 of the NDRange says which product. The rest is v7.
// b1 launches the kernel for each product: its range is 1 long in dimension 2, and the offset of the range is the product's number.
// b2 launches it once. Why: a launch takes microseconds, many times as long as a small product, which moreover has work for a
// few compute units only.
//
//   A:  | A0 | A1 | A2 | ...       product p:  C + p*stride_c  =  A + p*stride_a  times  B + p*stride_b
//        <-->  stride_a            a stride of 0: all products share that matrix
//
// From      v7
// NDRange   N x M, each rounded up to TILE, x products; local size TILE x TILE x 1
// Local     8*TILE^2 bytes
// Needs     M*K, K*N, M*N < 2^31
// Loads     products times those of v7      Stores: likewise

#ifndef TILE
#define TILE 16
#endif
kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
batch_of_tiles(global const float* A, global const float* B, global float* C, const int M,
               const int N, const int K, const uint stride_a, const uint stride_b,
               const uint stride_c) {
  // Identify.
  const int col = get_global_id(0), row = get_global_id(1);
  const int x = get_local_id(0), y = get_local_id(1);
  // [product]
  const size_t product = get_global_id(2);
  A += product * stride_a;
  B += product * stride_b;
  C += product * stride_c;
  // [/product]
  local float a_tile[TILE][TILE];
  local float b_tile[TILE][TILE];
  float sum = 0.0f;

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

  // Store.
  if (row < M && col < N)
    C[row * N + col] = sum;
}
