// out[i] = the sum of in[begin] to in[i], where begin is the first number of i's block; a block for each work-item

kernel void running_sums(global const float* in, global float* out, uint block, uint n) {
  const size_t begin = get_global_id(0) * block;
  const size_t end = min(begin + block, (size_t)n);
  for (size_t i = begin; i < end; ++i) {
    float sum = 0.0f;
    for (size_t k = begin; k <= i; ++k)
      sum += in[k];
    out[i] = sum;
  }
}
