// Counts the bodies in each pixel, then makes a picture of the counts. It shows x and y from -1 to 1, y upwards; counts: 0
// before.

kernel void project(global const float4* bodies, volatile global int* counts, int n, int width, int height) {
  const int i = (int)get_global_id(0);
  if (i >= n)
    return;
  const float x = 0.5f * (bodies[i].x + 1.0f) * width, y = 0.5f * (1.0f - bodies[i].y) * height;
  if (x >= 0.0f && x < width && y >= 0.0f && y < height)
    atomic_inc(counts + (int)y * width + (int)x);
}

kernel void show(global const int* counts, write_only image2d_t picture, int width, int height, int most) {
  const int i = (int)get_global_id(0);
  if (i >= width * height)
    return;
  write_imagef(picture, (int2)(i % width, i / width), (float4)(0.0f, 0.0f, 0.0f, 1.0f));
}
