// Local memory: declared in the kernel, or passed by the host. Each work-group turns its part of x
// around. NDRange: one dimension; the local size divides the global size, and is LENGTH at most for
// the first kernel.

#ifndef LENGTH
#define LENGTH 64
#endif

// [declared]
kernel void mirror_declared(global int* x) {
  local int tile[LENGTH]; // the length is known to the compiler
  const size_t l = get_local_id(0);
  tile[l] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  x[get_global_id(0)] = tile[get_local_size(0) - 1 - l];
}
// [/declared]

// [passed]
kernel void mirror_passed(global int* x, local int* tile) { // the host says how many bytes
  const size_t l = get_local_id(0);
  tile[l] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  x[get_global_id(0)] = tile[get_local_size(0) - 1 - l];
}
// [/passed]

// [left-over]
// Every element of the tile, and what the work-group found there before it wrote.
kernel void fill(global int* found, local int* tile, uint length, int value) {
  for (uint k = get_local_id(0); k < length; k += get_local_size(0)) {
#ifdef LOOK_FIRST
    found[get_group_id(0) * length + k] = tile[k]; // a mistake: it has not been written
#else
    found[get_group_id(0) * length + k] = 0;
#endif
    tile[k] = value;
  }
}
// [/left-over]
