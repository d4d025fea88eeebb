// C = A B. A: m x k, B: k x n, C: m x n, row by row. Work-groups of SIDE x SIDE.

kernel void product(global const float* a, global const float* b, global float* c, uint m, uint n,
                    uint k) {
  local float a_tile[SIDE][SIDE];
  local float b_tile[SIDE][SIDE];
  const uint column = (uint)get_global_id(0), row = (uint)get_global_id(1);
  const uint lx = (uint)get_local_id(0), ly = (uint)get_local_id(1);
  float sum = 0.0f;
  for (uint first = 0; first < k; first += SIDE) {
    a_tile[ly][lx] = row < m && first + lx < k ? a[row * k + first + lx] : 0.0f;
    b_tile[ly][lx] = first + ly < k && column < n ? b[(first + ly) * n + column] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint p = 0; p < SIDE; ++p)
      sum += a_tile[ly][p] * b_tile[p][lx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}
