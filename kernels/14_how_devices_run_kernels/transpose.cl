// The transpose of a matrix: in(x, y) becomes out(y, x). Each kernel reads and writes every word once; only the order differs.
//
// Data      in: `height` rows of `width` words; out: `width` rows of `height` words (copy: as `in`)
// NDRange   2-D. copy, by_rows: width x height; by_columns: height x width; blocks: a work-item for SIDE x SIDE words;
//           tile: a work-group of GROUP_X x GROUP_Y for TILE x TILE words. All rounded up.
// Local     tile: TILE * (TILE + 1) words
// Options   tile: -D GROUP_X, GROUP_Y: the local size; -D PADDED or -D SWIZZLED: where a word lies in the tile; -D DIAGONAL: the
//           order of the work-groups; -D TILE. blocks: -D SIDE
// Memory    1 load and 1 store of 4 bytes for each word; tile: as many of local memory

// [copy]
kernel void copy(global const uint* restrict in, global uint* restrict out, uint width,
                 uint height) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height)
    out[y * width + x] = in[y * width + x];
}
// [/copy]

// [by_rows]
kernel void by_rows(global const uint* restrict in, global uint* restrict out, uint width,
                    uint height) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height)
    out[x * height + y] = in[y * width + x]; // neighbours write `height` words apart
}
// [/by_rows]

// [by_columns]
kernel void by_columns(global const uint* restrict in, global uint* restrict out, uint width,
                       uint height) {
  const uint y = get_global_id(0), x = get_global_id(1);
  if (x < width && y < height)
    out[x * height + y] = in[y * width + x]; // neighbours read `width` words apart
}
// [/by_columns]

// [place]
// Where in the tile a word is.
#if defined SWIZZLED
#define PLACE(row, column) ((row)*TILE + ((column) ^ (row)))
#elif defined PADDED
#define PLACE(row, column) ((row) * (TILE + 1) + (column))
#else
#define PLACE(row, column) ((row)*TILE + (column))
#endif
// [/place]

// [tile]
#ifndef TILE
#define TILE 32
#endif
#ifndef GROUP_X
#define GROUP_X 32
#define GROUP_Y 8
#endif

kernel void tile(global const uint* restrict in, global uint* restrict out, uint width,
                 uint height) {
  local uint words[TILE * (TILE + 1)];
  uint group_x = get_group_id(0), group_y = get_group_id(1);
#ifdef DIAGONAL // groups with neighbouring numbers lie on a diagonal of the matrix
  const uint columns = get_num_groups(0), rows = get_num_groups(1);
  const uint number = group_x + columns * group_y;
  const uint round = number / rows;
  group_y = number - round * rows;
  group_x = (round + group_y) % columns;
#endif
  const uint left = group_x * TILE, top = group_y * TILE;
  const uint lx = get_local_id(0), ly = get_local_id(1);
  for (uint row = ly; row < TILE; row += GROUP_Y)
    for (uint column = lx; column < TILE; column += GROUP_X)
      if (left + column < width && top + row < height)
        words[PLACE(row, column)] = in[(top + row) * width + left + column];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint row = ly; row < TILE; row += GROUP_Y) // of the result
    for (uint column = lx; column < TILE; column += GROUP_X)
      if (top + column < height && left + row < width)
        out[(left + row) * height + top + column] = words[PLACE(column, row)];
}
// [/tile]

// [blocks]
#ifndef SIDE
#define SIDE 8
#endif

kernel void blocks(global const uint* restrict in, global uint* restrict out, uint width,
                   uint height) {
  const uint left = SIDE * get_global_id(0), top = SIDE * get_global_id(1);
  if (left + SIDE <= width && top + SIDE <= height) {
    uint words[SIDE][SIDE]; // constant indices: these are registers
#pragma unroll
    for (uint row = 0; row < SIDE; ++row)
#pragma unroll
      for (uint column = 0; column < SIDE; ++column)
        words[row][column] = in[(top + row) * width + left + column];
#pragma unroll
    for (uint row = 0; row < SIDE; ++row) // of the result
#pragma unroll
      for (uint column = 0; column < SIDE; ++column)
        out[(left + row) * height + top + column] = words[column][row];
  } else { // at the right or lower edge
    for (uint y = top; y < min(top + SIDE, height); ++y)
      for (uint x = left; x < min(left + SIDE, width); ++x)
        out[x * height + y] = in[y * width + x];
  }
}
// [/blocks]
