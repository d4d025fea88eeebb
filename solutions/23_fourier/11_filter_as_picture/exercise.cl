// A filter of 2 rx + 1 by 2 ry + 1 weights, row by row, as a picture of width x height whose (0, 0) is the filter's middle

kernel void placed(global const float* weights, int rx, int ry, global float2* picture, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const int i = x <= rx ? x : x - width, j = y <= ry ? y : y - height; // -rx ... rx, and -ry ... ry
  float2 number = 0.0f;
  if (i >= -rx && j >= -ry)
    number.x = weights[(j + ry) * (2 * rx + 1) + i + rx];
  picture[y * width + x] = number;
}
