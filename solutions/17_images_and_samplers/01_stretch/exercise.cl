// out: the red of the row `in`, made n numbers long; the sampler takes normalised coordinates

kernel void stretch(read_only image1d_t in, sampler_t sampler, global float* out, int n) {
  const int x = (int)get_global_id(0);
  if (x < n)
    out[x] = read_imagef(in, sampler, (x + 0.5f) / n).x;
}
