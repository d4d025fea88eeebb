// What not to do.

// [integer-linear]
kernel void integer_linear(read_only image2d_t row, sampler_t linear, global uint* out) {
  const int x = get_global_id(0);
  out[x] = read_imageui(row, linear, (float2)((x + 0.5f) / get_global_size(0), 0.5f)).x;
}
// [/integer-linear]
