// sums[k] = in[k * block] + ... , a block for each work-item; the last one may be shorter.

kernel void block_sums(global const float* in, global float* sums, uint block, uint n) {
  const size_t begin = get_global_id(0) * block;
  if (begin < n)
    sums[get_global_id(0)] = in[begin];
}
