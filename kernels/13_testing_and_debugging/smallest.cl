// square_pairs: the squares of n numbers, two for each work-item. (It has a mistake, which the lesson finds.)
//
// Data      in, out: n floats each
// NDRange   1-D, at least (n + 1) / 2 work-items

kernel void square_pairs(global const float* in, global float* out, uint n) {
  const size_t i = 2 * get_global_id(0);
  if (i + 1 < n) {
    out[i] = in[i] * in[i];
    out[i + 1] = in[i + 1] * in[i + 1];
  }
}
