// Four ways to get data into local memory, and copies with a stride.
// y[i] is the sum of x[i] ... x[i + 2 * RADIUS]; x has 2 * RADIUS elements more than y, which has n.
// NDRange: one dimension, rounded up to a multiple of the local size. tile: local size + 2 * RADIUS ints.

#ifndef RADIUS
#define RADIUS 8
#endif

int window(local const int* tile) {
  int sum = 0;
  for (int k = 0; k <= 2 * RADIUS; ++k)
    sum += tile[get_local_id(0) + k];
  return sum;
}

// [direct]
// No local memory: each element is read by up to 2 * RADIUS + 1 work-items.
kernel void window_direct(global int* y, global const int* x, local int* tile, uint n) {
  const size_t i = get_global_id(0);
  int sum = 0;
  if (i < n) {
    for (int k = 0; k <= 2 * RADIUS; ++k)
      sum += x[i + k];
    y[i] = sum;
  }
}
// [/direct]

// [by-hand]
// How many elements this work-group needs: fewer in the last one. The same for all its work-items.
uint tile_length(uint n) {
  const uint first = get_group_id(0) * get_local_size(0);
  return min((uint)get_local_size(0), n - first) + 2 * RADIUS;
}

kernel void window_by_hand(global int* y, global const int* x, local int* tile, uint n) {
  const size_t i = get_global_id(0), first = get_group_id(0) * get_local_size(0);
  for (uint k = get_local_id(0); k < tile_length(n); k += get_local_size(0))
    tile[k] = x[first + k]; // some work-items copy one element, some two
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    y[i] = window(tile);
}
// [/by-hand]

// [async]
kernel void window_async(global int* y, global const int* x, local int* tile, uint n) {
  const size_t i = get_global_id(0), first = get_group_id(0) * get_local_size(0);
  event_t copied = async_work_group_copy(tile, x + first, tile_length(n), 0); // to, from, elements
  wait_group_events(1, &copied); // what does not need the tile could come before this line
  if (i < n)
    y[i] = window(tile);
}
// [/async]

// [prefetch]
kernel void window_prefetch(global int* y, global const int* x, local int* tile, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    prefetch(x + i, 2 * RADIUS + 1); // a wish: nothing may be seen of it but the time
  int sum = 0;
  if (i < n) {
    for (int k = 0; k <= 2 * RADIUS; ++k)
      sum += x[i + k];
    y[i] = sum;
  }
}
// [/prefetch]

// [two-copies]
// a[i] - b[i] for a work-group's elements. One event for both copies, and the result goes back in the
// same way. tiles: room for two work-groups of ints. The local size divides the global size.
kernel void difference(global int* out, global const int* a, global const int* b, local int* tiles) {
  const size_t size = get_local_size(0), first = get_group_id(0) * size, l = get_local_id(0);
  event_t event = async_work_group_copy(tiles, a + first, size, 0); // a new event
  event = async_work_group_copy(tiles + size, b + first, size, event); // joins it, waits for nothing
  wait_group_events(1, &event);
  tiles[l] -= tiles[size + l];
  barrier(CLK_LOCAL_MEM_FENCE); // all differences are there before the copy begins
  event = async_work_group_copy(out + first, tiles, size, 0);
  wait_group_events(1, &event); // also at the end: a copy must be over before the kernel is
}
// [/two-copies]

// [strided]
// out, columns x rows, is the transpose of in, rows x columns. A work-group for each column of `in`.
kernel void transpose_columns(global int* out, global const int* in, local int* tile, uint rows,
                              uint columns) {
  const size_t column = get_group_id(0);
  event_t event = async_work_group_strided_copy(tile, in + column, rows, columns, 0); // gathers
  wait_group_events(1, &event);
  event = async_work_group_copy(out + column * rows, tile, rows, 0); // a row without gaps
  wait_group_events(1, &event);
}

// The other way round: rows are read without gaps and scattered as columns.
kernel void transpose_rows(global int* out, global const int* in, local int* tile, uint rows,
                           uint columns) {
  const size_t row = get_group_id(0);
  event_t event = async_work_group_copy(tile, in + row * columns, columns, 0);
  wait_group_events(1, &event);
  event = async_work_group_strided_copy(out + row, tile, columns, rows, 0); // scatters
  wait_group_events(1, &event);
}
// [/strided]

// [swapped]
// The mistake: source and destination are exchanged. Both directions exist, so it compiles.
kernel void swapped(global int* y, global int* x, local int* tile) {
  const size_t i = get_global_id(0), first = get_group_id(0) * get_local_size(0);
  event_t copied = async_work_group_copy(x + first, tile, get_local_size(0), 0);
  wait_group_events(1, &copied);
  y[i] = tile[get_local_id(0)];
}
// [/swapped]

// [no-wait]
// The mistake: no work-item waits for the copy.
kernel void no_wait(global int* y, global int* x, local int* tile) {
  const size_t i = get_global_id(0), first = get_group_id(0) * get_local_size(0);
  event_t copied = async_work_group_copy(tile, x + first, get_local_size(0), 0);
  y[i] = tile[get_local_size(0) - 1 - get_local_id(0)];
  wait_group_events(1, &copied); // too late
}
// [/no-wait]
