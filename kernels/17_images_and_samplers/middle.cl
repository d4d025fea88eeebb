// A row of pixels, enlarged by a linear sampler with normalised coordinates.

// [enlarge-row]
kernel void enlarge_row(read_only image2d_t row, sampler_t sampler, float shift,
                        global float* out) {
  const int x = get_global_id(0);
  out[x] = read_imagef(row, sampler, (float2)((x + shift) / get_global_size(0), 0.5f)).x;
}
// [/enlarge-row]
