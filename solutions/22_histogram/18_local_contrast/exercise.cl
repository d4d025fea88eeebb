// A picture of levels 0 to levels - 1, in blocks of `block` x `block` pixels; those at the edge may be smaller.

// tables[levels * b + v] = what level v becomes in block b; one work-group for each block
kernel void block_tables(global const uchar* in, int width, int height, int block, int levels, uint limit,
                         global uchar* tables, local uint* mine, local uint* before) {
  const int columns = (width + block - 1) / block;
  const int b = get_group_id(0), item = get_local_id(0), size = get_local_size(0);
  const int left = b % columns * block, top = b / columns * block;
  const int wide = min(block, width - left), high = min(block, height - top);
  local uint excess[1];
  for (int v = item; v < levels; v += size)
    mine[v] = 0;
  if (item == 0)
    excess[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = item; k < wide * high; k += size)
    atomic_inc(&mine[in[(top + k / wide) * width + left + k % wide]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int v = item; v < levels; v += size)
    if (mine[v] > limit)
      atomic_add(excess, mine[v] - limit);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int v = item; v < levels; v += size)
    mine[v] = min(mine[v], limit) + excess[0] / levels + (v < excess[0] % levels ? 1 : 0);
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
  const uint n = wide * high;
  for (int v = item; v < levels; v += size)
    tables[levels * b + v] = (mine[v] * (levels - 1) + n / 2) / n;
}

// out = in, through the tables of the blocks around each pixel; one work-item for each pixel
kernel void mix_tables(global const uchar* in, int width, int height, int block, int levels,
                       global const uchar* tables, global uchar* out) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const int columns = (width + block - 1) / block, rows = (height + block - 1) / block;
  // In half pixels from the first middle: the middles are at multiples of 2 * block.
  const int u = max(2 * x + 1 - block, 0), v = max(2 * y + 1 - block, 0);
  const int left = min(u / (2 * block), columns - 1), above = min(v / (2 * block), rows - 1);
  const int right = min(left + 1, columns - 1), below = min(above + 1, rows - 1);
  const int to_right = u - left * 2 * block, to_left = 2 * block - to_right;
  const int to_below = v - above * 2 * block, to_above = 2 * block - to_below;
  global const uchar* table = tables + in[y * width + x];
  const int upper = table[levels * (above * columns + left)] * to_left +
                    table[levels * (above * columns + right)] * to_right;
  const int lower = table[levels * (below * columns + left)] * to_left +
                    table[levels * (below * columns + right)] * to_right;
  out[y * width + x] =
      (upper * to_above + lower * to_below + 2 * block * block) / (4 * block * block);
}
