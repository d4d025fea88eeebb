// A picture of levels 0 to levels - 1, in blocks of `block` x `block` pixels; those at the edge may be smaller.

// sums[levels * b + v] = how many pixels of block b are at most v; one work-group for each block
kernel void block_sums(global const uchar* in, int width, int height, int block, int levels,
                       global uint* sums, local uint* mine, local uint* before) {
  const int columns = (width + block - 1) / block;
  const int b = get_group_id(0), item = get_local_id(0), size = get_local_size(0);
  for (int v = item; v < levels; v += size)
    mine[v] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = item; k < block * block; k += size) {
    const int x = b % columns * block + k % block, y = b / columns * block + k / block;
    if (x < width && y < height)
      atomic_inc(&mine[in[y * width + x]]);
  }
  for (int reach = 1; reach < levels; reach *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int v = item; v < levels; v += size)
      before[v] = mine[v];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int v = item; v < levels; v += size)
      if (v >= reach)
        mine[v] = before[v] + before[v - reach];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int v = item; v < levels; v += size)
    sums[levels * b + v] = mine[v];
}

// out = in, equalised with the sums of its block and of the blocks around it; one work-item for each pixel
kernel void equalise(global const uchar* in, int width, int height, int block, int levels,
                     global const uint* sums, global uchar* out) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const int columns = (width + block - 1) / block, rows = (height + block - 1) / block;
  const int value = in[y * width + x];
  uint below = 0, all = 0;
  for (int r = max(y / block - 1, 0); r <= min(y / block + 1, rows - 1); ++r)
    for (int c = max(x / block - 1, 0); c <= min(x / block + 1, columns - 1); ++c) {
      global const uint* of_block = sums + levels * (r * columns + c);
      below += of_block[value];
      all += of_block[levels - 1];
    }
  out[y * width + x] = (below * (levels - 1) + all / 2) / all;
}
