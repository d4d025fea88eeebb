// Turns the sign of every second number.
kernel void alternate(global const float* in, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = ((i & 1) == 0) ? -in[i] : in[i];
}
