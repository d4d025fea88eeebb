// A picture of levels 0 to levels - 1, in blocks of `block` x `block` pixels; those at the edge may be smaller.

// sums[levels * b + v] = how many pixels of block b are at most v; one work-group for each block
kernel void block_sums(global const uchar* in, int width, int height, int block, int levels,
                       global uint* sums, local uint* mine, local uint* before) {
  const int columns = (width + block - 1) / block;
}

// out = in, equalised with the sums of its block and of the blocks around it; one work-item for each pixel
kernel void equalise(global const uchar* in, int width, int height, int block, int levels,
                     global const uint* sums, global uchar* out) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height)
    out[y * width + x] = in[y * width + x];
}
