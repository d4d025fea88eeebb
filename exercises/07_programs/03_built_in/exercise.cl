// out[i] = c0 + c1 x + c2 x x, for x = in[i]

kernel void polynomial(global const float* in, global const float* c, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = c[0] + c[1] * in[i] + c[2] * in[i] * in[i];
}
