// The transpose of a matrix, row by row: in(x, y) becomes out(y, x), directly and through a tile.
//
// Data      in: `height` rows of `width` floats; out: `width` rows of `height` floats
// NDRange   2-D, width x height rounded up to whole work-groups, which are square: side x side
// Local     tile: side * (side + 1) floats (transpose_tiled)
// Memory    1 load and 1 store of 4 bytes per element; with the tile both run along rows

// [direct]
kernel void transpose_direct(global const float* in, global float* out, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height)
    out[x * height + y] = in[y * width + x]; // neighbours write `height` elements apart
}
// [/direct]

// [tiled]
kernel void transpose_tiled(global const float* in, global float* out, int width, int height,
                            local float* tile) {
  const int side = get_local_size(0), lx = get_local_id(0), ly = get_local_id(1);
  const int left = get_group_id(0) * side, top = get_group_id(1) * side;
  if (left + lx < width && top + ly < height)
    tile[ly * (side + 1) + lx] = in[(top + ly) * width + left + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (left + ly < width && top + lx < height)
    out[(left + ly) * height + top + lx] = tile[lx * (side + 1) + ly];
}
// [/tiled]
