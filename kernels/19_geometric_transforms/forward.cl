// forward: the forward map, and why nobody uses it. Each input pixel goes to the output pixel nearest to where the matrix
// takes it.
//
// Some output pixels are hit by several input pixels, others by none. `scatter` counts the hits and, so that the result
// does not depend on who comes first, keeps the input pixel with the highest number; `fetch` makes the picture.
//
// Data      image, output: floats; hits, last: one number for each output pixel, 0 in the beginning
// NDRange   scatter: the input; fetch: the output; both rounded up to any local size
// Local     none
// Needs     an affine map from the input to the output, 9 floats
// Loads     scatter: six numbers of the matrix; fetch: the number of a pixel, and the pixel if there is one
// Stores    scatter: none but two atomic operations for each pixel that hits; fetch: one pixel

// [scatter]
kernel void scatter(const int width, const int height, constant float* m, global int* hits, global int* last) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const int to_x = (int)floor(m[0] * x + m[1] * y + m[2] + 0.5f);
  const int to_y = (int)floor(m[3] * x + m[4] * y + m[5] + 0.5f);
  if (to_x >= 0 && to_y >= 0 && to_x < width && to_y < height) {
    atomic_inc(hits + to_y * width + to_x);
    atomic_max(last + to_y * width + to_x, y * width + x + 1);
  }
}
// [/scatter]

kernel void fetch(global const float* image, const int width, const int height, global const int* last,
                  global float* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const int from = last[y * width + x];
  output[y * width + x] = from == 0 ? 0.0f : image[from - 1];
}
