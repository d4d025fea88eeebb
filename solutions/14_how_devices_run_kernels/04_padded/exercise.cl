// out[x][y] = in[y][x]; in has height rows of width numbers

kernel void transpose(global const float* in, global float* out, local float* tile, uint width,
                      uint height) {
  const uint lx = (uint)get_local_id(0), ly = (uint)get_local_id(1);
  const uint left = (uint)get_group_id(0) * SIDE, top = (uint)get_group_id(1) * SIDE;
  if (left + lx < width && top + ly < height)
    tile[ly * (SIDE + 1) + lx] = in[(top + ly) * width + left + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (top + lx < height && left + ly < width)
    out[(left + ly) * height + top + lx] = tile[lx * (SIDE + 1) + ly];
}
