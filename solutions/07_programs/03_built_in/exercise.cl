// out[i] = C0 + C1 x + C2 x x, for x = in[i]

kernel void polynomial(global const float* in, global const float* c, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const float x = in[i];
  out[i] = C0 + x * (C1 + x * C2);
}
