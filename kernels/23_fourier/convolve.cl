// Convolution by the transform: the lab's --sweep filter-size.
//
// The picture has width x height real pixels. Two of them share a complex number: its upper half is the real part, the lower
// half the imaginary part, both with `before` rows of what is around them. The filter is real, so it keeps the two apart.
// The table of complex numbers has `columns` x `rows` of them: at least the size of a half with a filter's width more.
//
//   fourier_pack      global size: columns x rows
//   fourier_spread_filter  global size: columns x rows; the filter as a picture, for convolution: mirrored, its anchor at (0, 0)
//   fourier_product   global size: columns * rows
//   fourier_unpack    global size: width x height

#include "complex.clh"

// [pack]
int wrapped(const int i, const int n) {
  return (i % n + n) % n;
}

kernel void fourier_pack(global const float* picture, global float2* z, const int width, const int height,
                         const int before_x, const int before_y) {
  const int u = get_global_id(0), v = get_global_id(1), columns = get_global_size(0);
  const int x = wrapped(u - before_x, width), y = v - before_y, lower = (height + 1) / 2;
  z[v * columns + u] = (float2)(picture[wrapped(y, height) * width + x],
                                picture[wrapped(y + lower, height) * width + x]);
}
// [/pack]

// [spread]
kernel void fourier_spread_filter(global const float* filter, global float2* z, const int filter_width,
                                  const int filter_height) {
  const int u = get_global_id(0), v = get_global_id(1), columns = get_global_size(0), rows = get_global_size(1);
  const int i = wrapped(filter_width / 2 - u, columns), j = wrapped(filter_height / 2 - v, rows);
  z[v * columns + u] =
      i < filter_width && j < filter_height ? (float2)(filter[j * filter_width + i], 0.0f) : (float2)(0.0f);
}
// [/spread]

// [multiply]
kernel void fourier_product(global const float2* X, global const float2* F, global float2* Y) {
  const int g = get_global_id(0);
  Y[g] = times(X[g], F[g]);
}
// [/multiply]

// [unpack]
kernel void fourier_unpack(global const float2* z, global float* picture, const int height, const int columns,
                           const int before_x, const int before_y) {
  const int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0), lower = (height + 1) / 2;
  const float2 both = z[(y % lower + before_y) * columns + x + before_x];
  picture[y * width + x] = y < lower ? both.x : both.y;
}
// [/unpack]
