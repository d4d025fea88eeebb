// out[i] = the sum of in[begin] to in[i], where begin is the first number of i's block; a block for each work-item

kernel void running_sums(global const float* in, global float* out, uint block, uint n) {
  const uint begin = (uint)get_global_id(0) * block;
  const uint end = min(begin + block, n);
  float sum = 0.0f;
  for (uint i = begin; i < end; ++i) {
    sum += in[i];
    out[i] = sum;
  }
}
