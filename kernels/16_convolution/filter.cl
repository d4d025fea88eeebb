// filter: a picture filtered with a rectangle of weights; the kernel of the lesson's program.
//
// Each work-item computes one pixel: it lays the middle of the filter on its pixel, multiplies each weight by the
// pixel below it, and adds up. BORDER says what lies beside the picture: 0 black, 1 the nearest pixel ("clamp"),
// 2 the picture mirrored at its edge ("reflect"), 3 the opposite side ("wrap").
//
// Data      input, output: width * height pixels of four bytes; weights: filter_width * filter_height floats
// NDRange   2-D, at least width x height work-items, any local size
// Options   -D BORDER=0, 1, 2 or 3
// Loads     for each pixel: filter_width * filter_height pixels at most (none outside with BORDER=0) and weights
// Stores    one pixel
// [border]
#ifndef BORDER
#define BORDER 1
#endif

// The row or column to read in the place of `i`, of `n` there are; -1 where there is none.
int inside(int i, int n) {
#if BORDER == 0
  return i < 0 || i >= n ? -1 : i;
#elif BORDER == 1
  return clamp(i, 0, n - 1);
#elif BORDER == 2
  const int period = max(2 * (n - 1), 1); // c b | a b c d | c b: the edge itself is not repeated
  i = (i % period + period) % period;
  return min(i, period - i);
#else
  return (i % n + n) % n;
#endif
}
// [/border]

// [kernel]
kernel void filter(global const uchar4* input, const int width, const int height, constant float* weights,
                   const int filter_width, const int filter_height, global uchar4* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float4 sum = 0.0f;
  for (int j = 0; j < filter_height; ++j)
    for (int i = 0; i < filter_width; ++i) {
      const int column = inside(x + i - filter_width / 2, width);
      const int row = inside(y + j - filter_height / 2, height);
      if (column >= 0 && row >= 0)
        sum += weights[j * filter_width + i] * convert_float4(input[row * width + column]);
    }
  uchar4 result = convert_uchar4_sat_rte(sum);
  result.w = input[y * width + x].w; // alpha stays what it is
  output[y * width + x] = result;
}
// [/kernel]
