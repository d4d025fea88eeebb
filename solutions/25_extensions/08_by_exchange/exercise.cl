// out[i] = the sum of the block of eight numbers that i belongs to

kernel void sums_of_eight(global const float* in, global float* out, local float* cells) {
  const uint me = get_local_id(0);
  float sum = in[get_global_id(0)];
  for (uint mask = 1; mask < 8; mask *= 2) {
    cells[me] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += cells[me ^ mask];
    barrier(CLK_LOCAL_MEM_FENCE); // all have read before anyone writes again
  }
  out[get_global_id(0)] = sum;
}
