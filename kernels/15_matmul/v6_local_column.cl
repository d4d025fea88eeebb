// v6: a work-group shares each column of B through local memory.
//
// Changed: before the work-items of a group use a column of B, they fetch it together into local
// memory. Why: B is read once for each work-group instead of once for each work-item: 1/GROUP of
// the loads. Two barriers for each column: one so that nobody reads the column before it is
// complete, one so that nobody overwrites it while a slower neighbour still reads.
//
//   global B                local column[ROW]       GROUP work-items, each with its own row
//   . b . .   -- item 0 -->  b                      row_a . column  ->  C(row 0, col)
//   . b . .   -- item 1 -->  b                      row_a . column  ->  C(row 1, col)
//
// From      v5
// NDRange   M rounded up to GROUP (1-D), local size GROUP
// Local     4*ROW bytes; private 4*ROW bytes for each work-item
// Needs     M*K, K*N, M*N < 2^31; no early return: every work-item must reach every barrier
// Loads     with G = ceil(M / GROUP) groups, P = max(1, ceil(K / ROW)) pieces:
//           A: M*K, B: G*N*K, C: M*N*(P-1); local: M*N*K      Stores: M*N*P; local: G*N*K
#ifndef ROW
#define ROW 1024
#endif
#ifndef GROUP
#define GROUP 16
#endif
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
matmul_local_column(global const float* A, global const float* B, global float* C, const int M,
                    const int N, const int K) {
  const int row = get_global_id(0);
  const int item = get_local_id(0);
  float row_a[ROW];
  local float column[ROW];
  int k0 = 0;
  do {
    const int length = min(ROW, K - k0);
    for (int k = 0; k < length && row < M; ++k)
      row_a[k] = A[row * K + k0 + k];
    for (int col = 0; col < N; ++col) {
      // [column]
      for (int k = item; k < length; k += GROUP)
        column[k] = B[(k0 + k) * N + col];
      barrier(CLK_LOCAL_MEM_FENCE);
      if (row < M) {
        float sum = k0 == 0 ? 0.0f : C[row * N + col];
        for (int k = 0; k < length; ++k)
          sum += row_a[k] * column[k];
        C[row * N + col] = sum;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      // [/column]
    }
    k0 += ROW;
  } while (k0 < K);
}
