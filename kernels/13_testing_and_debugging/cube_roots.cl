// cube_roots: out = cube roots of in, with rows and columns exchanged. Right as it stands; each
// option plants one mistake, for chapter 13's question which check notices which.
//
// Data      in: height x width floats, row-major; out: width x height floats
// NDRange   2-D, at least width x height work-items, any local size
// Options   none, or one of COPY WIDTH NOTHING POW TAIL BEYOND

// [cube-roots]
kernel void cube_roots(global const float* in, global float* out, uint width, uint height) {
  const size_t x = get_global_id(0), y = get_global_id(1);
#if defined(BEYOND) // one column too many
  if (x > width || y >= height)
    return;
#elif defined(TAIL) // rows in fours; the rest is left out
  if (x >= width || y >= height / 4 * 4)
    return;
#else
  if (x >= width || y >= height)
    return;
#endif
#if defined(POW) // the same for positive numbers, and NaN for negative ones
  const float root = pow(in[y * width + x], 1.0f / 3.0f);
#else
  const float root = cbrt(in[y * width + x]);
#endif
#if defined(NOTHING) // nobody stores the root
  (void)root;
#elif defined(COPY) // rows and columns are not exchanged
  out[y * width + x] = root;
#elif defined(WIDTH) // width in place of height
  out[x * width + y] = root;
#else
  out[x * height + y] = root;
#endif
}
// [/cube-roots]
