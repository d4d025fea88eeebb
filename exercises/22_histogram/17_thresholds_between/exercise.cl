// thresholds[b] = the threshold of Ridler and Calvard of block b; one work-group for each block
kernel void block_thresholds(global const uchar* in, int width, int height, int block,
                             global uint* thresholds, local uint* mine) {
  const int columns = (width + block - 1) / block;
  const int b = get_group_id(0), item = get_local_id(0), size = get_local_size(0);
  for (int v = item; v < 256; v += size)
    mine[v] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = item; k < block * block; k += size) {
    const int x = b % columns * block + k % block, y = b / columns * block + k / block;
    if (x < width && y < height)
      atomic_inc(&mine[in[y * width + x]]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item > 0)
    return;
  uint t, next = 128;
  do {
    t = next;
    uint pixels[2] = {0, 0}, sums[2] = {0, 0};
    for (uint v = 0; v < 256; ++v) {
      pixels[v >= t] += mine[v];
      sums[v >= t] += v * mine[v];
    }
    if (pixels[0] == 0 || pixels[1] == 0)
      next = (sums[0] + sums[1]) / (pixels[0] + pixels[1]);
    else
      next = (sums[0] / pixels[0] + sums[1] / pixels[1]) / 2;
  } while (next != t);
  thresholds[b] = t;
}

// out = 255 where the pixel is at least its own threshold, else 0; one work-item for each pixel
kernel void mark(global const uchar* in, int width, int height, int block, global const uint* thresholds,
                 global uchar* out) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const int columns = (width + block - 1) / block, rows = (height + block - 1) / block;
  const float threshold = thresholds[y / block * columns + x / block];
  out[y * width + x] = in[y * width + x] >= threshold ? 255 : 0;
}
