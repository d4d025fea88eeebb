// Atomic functions of 64 bits: two extensions, whose functions begin with atom_.
//
// Data      cells: 11 longs, old: one for each work-item
// NDRange   1-D, any global_size and local_size
// Memory    11 atomic accesses of 8 bytes and 1 store of 8 bytes per work-item
// Options   -D EXTENDED where the device has cl_khr_int64_extended_atomics as well

// [atomics64]
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#ifdef EXTENDED
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#endif

kernel void every_atomic64(volatile global long* cells, global long* old) {
  const long id = get_global_id(0);
  old[id] = atom_add(cells + 0, 3000000000L); // more than 32 bits hold
  atom_sub(cells + 1, 3000000000L);
  atom_xchg(cells + 2, id);
  atom_inc(cells + 3);
  atom_dec(cells + 4);
  atom_cmpxchg(cells + 5, -1L, id);
#ifdef EXTENDED
  atom_min(cells + 6, 7 - id);
  atom_max(cells + 7, id - 7);
  atom_and(cells + 8, ~(1L << id % 63));
  atom_or(cells + 9, 1L << id % 63);
  atom_xor(cells + 10, 1L << id % 63);
#endif
}
// [/atomics64]
