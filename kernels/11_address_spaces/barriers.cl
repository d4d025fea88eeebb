// Barriers and fences. Between writing local memory and reading what others have written there stands
// AFTER_WRITE, and before it is written again AFTER_READ: barriers, unless the host says otherwise.
// NDRange: one dimension; the local size divides the global size. tile: an int for each work-item.

#ifndef AFTER_WRITE
#define AFTER_WRITE barrier(CLK_LOCAL_MEM_FENCE)
#endif
#ifndef AFTER_READ
#define AFTER_READ barrier(CLK_LOCAL_MEM_FENCE)
#endif

// [rotate]
// Each work-group turns its part of x by `rounds` places.
kernel void rotate_group(global int* x, local int* tile, uint rounds) {
  const size_t i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  int value = x[i];
  for (uint round = 0; round < rounds; ++round) {
    tile[l] = value;
    AFTER_WRITE; // no one reads before all have written
    value = tile[(l + 1) % size];
    AFTER_READ; // no one writes again before all have read
  }
  x[i] = value;
}
// [/rotate]

// [rotate-twice]
// Two rounds without a loop. Some compilers put barriers of their own around loops that hold one.
kernel void rotate_twice(global int* x, local int* tile) {
  const size_t i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  tile[l] = x[i];
  AFTER_WRITE;
  const int once = tile[(l + 1) % size];
  AFTER_READ;
  tile[l] = once;
  AFTER_WRITE;
  x[i] = tile[(l + 1) % size];
}
// [/rotate-twice]

// [global-rotate]
// The same through global memory: the fence is for global memory then.
kernel void rotate_through_global(global int* x, global int* scratch) {
  const size_t i = get_global_id(0), l = get_local_id(0), first = i - l;
  scratch[i] = x[i];
  barrier(CLK_GLOBAL_MEM_FENCE);
  x[i] = scratch[first + (l + 1) % get_local_size(0)]; // written by the same work-group
}
// [/global-rotate]

// [across]
// y[i] = x[i + 1] squared. The right neighbour of the last work-item belongs to another work-group, for
// which no barrier waits.
kernel void squares_then_neighbours(global const int* x, global int* squares, global int* y) {
  const size_t i = get_global_id(0);
  squares[i] = x[i] * x[i];
  barrier(CLK_GLOBAL_MEM_FENCE);
  y[i] = squares[(i + 1) % get_global_size(0)];
}

// The same in two launches: the end of a kernel is the barrier for all.
kernel void only_squares(global const int* x, global int* squares) {
  squares[get_global_id(0)] = x[get_global_id(0)] * x[get_global_id(0)];
}

kernel void only_neighbours(global const int* squares, global int* y) {
  y[get_global_id(0)] = squares[(get_global_id(0) + 1) % get_global_size(0)];
}
// [/across]
