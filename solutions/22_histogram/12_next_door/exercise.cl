// pairs[levels * i + j] = how often a pixel of value j is a direct neighbour of a pixel of value i
kernel void count_pairs(global const uchar* in, int width, int height, int levels,
                        volatile global uint* pairs) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const int at = y * width + x;
  volatile global uint* row = pairs + levels * in[at];
  if (x > 0)
    atomic_inc(&row[in[at - 1]]);
  if (x + 1 < width)
    atomic_inc(&row[in[at + 1]]);
  if (y > 0)
    atomic_inc(&row[in[at - width]]);
  if (y + 1 < height)
    atomic_inc(&row[in[at + width]]);
}

// picture = pairs, as levels of grey: 255 for `largest`
kernel void to_picture(global const uint* pairs, uint n, uint largest, global uchar* picture) {
  const uint i = get_global_id(0);
  if (i < n)
    picture[i] = largest > 0 ? 255ul * pairs[i] / largest : 0;
}
