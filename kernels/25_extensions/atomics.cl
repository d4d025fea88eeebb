// Atomics of extensions: of 32 bits, which OpenCL 1.1 has made part of the core, and of 64 bits, which are an extension to
// this day. Each kernel is one work-item that stores what the functions return and leave behind.
#ifdef cl_khr_int64_base_atomics
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#endif
#ifdef cl_khr_int64_extended_atomics
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#endif
#ifdef cl_khr_global_int32_base_atomics
#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_local_int32_base_atomics : enable
#endif

// All work-items add to, and count in, one number of 64 bits: 32 bits could not hold the sum.
#ifdef BASE64
kernel void base64(volatile global long* cells) {
  const long i = (long)get_global_id(0);
  atom_add(&cells[0], (1L << 33) + i); // the sum
  atom_sub(&cells[1], (1L << 33) + i);
  atom_inc(&cells[2]); // how many
  atom_dec(&cells[3]);
  atom_xchg(&cells[4], -1L);        // some work-item is the last one
  atom_cmpxchg(&cells[5], 0L, ~i); // only the first one finds 0
}
#endif

#ifdef EXTENDED64
kernel void extended64(volatile global long* cells) {
  const long i = (long)get_global_id(0);
  atom_min(&cells[0], (1L << 40) + i);
  atom_max(&cells[1], (1L << 40) + i);
  atom_or(&cells[2], 1L << (i % 64));
  atom_and(&cells[3], ~(1L << (i % 64)));
  atom_xor(&cells[4], i << 32);
}
#endif

// The functions of the extensions of 32 bits are called atom_..., those of the core atomic_...
#ifdef INT32
kernel void int32(volatile global int* cells, volatile local int* inside) {
  const int i = (int)get_global_id(0);
  if (get_local_id(0) == 0)
    inside[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atom_add(&cells[0], i);
  atomic_add(&cells[1], i);
  atom_max(&cells[2], i);
  atomic_max(&cells[3], i);
  atom_add(&inside[0], i);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    atomic_add(&cells[4], inside[0]);
}
#endif
