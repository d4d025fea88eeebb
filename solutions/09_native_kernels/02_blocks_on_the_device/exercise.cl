// sums[k] = in[k * block] + ... , a block for each work-item; the last one may be shorter.

kernel void block_sums(global const float* in, global float* sums, uint block, uint n) {
  const size_t begin = get_global_id(0) * block;
  if (begin >= n)
    return;
  const size_t end = min(begin + block, (size_t)n);
  float sum = 0.0f;
  for (size_t i = begin; i < end; ++i)
    sum += in[i];
  sums[get_global_id(0)] = sum;
}
