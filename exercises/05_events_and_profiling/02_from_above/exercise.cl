// from_above: each pixel becomes the mean of itself and the `reach` pixels above it. Above the upper
// border the first pixel of the column is used again. The picture has width * height pixels.

kernel void from_above(global const float* from, global float* to, int width, int height, int reach) {
  const int i = (int)get_global_id(0);
  if (i >= width * height)
    return;
  const int row = i / width;
  const int column = i % width;
  float sum = 0.0f;
  for (int x = column; x <= column + reach; ++x)
    sum += from[row * width + min(x, width - 1)];
  to[i] = sum / (reach + 1);
}
