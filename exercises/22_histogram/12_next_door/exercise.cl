// pairs[levels * i + j] = how often a pixel of value j is a direct neighbour of a pixel of value i
kernel void count_pairs(global const uchar* in, int width, int height, int levels,
                        volatile global uint* pairs) {
  const int x = get_global_id(0), y = get_global_id(1);
}

// picture = pairs, as levels of grey: 255 for `largest`
kernel void to_picture(global const uint* pairs, uint n, uint largest, global uchar* picture) {
  const uint i = get_global_id(0);
  if (i < n)
    picture[i] = pairs[i];
}
