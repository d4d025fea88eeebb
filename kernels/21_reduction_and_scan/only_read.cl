// only_read: reads all of a buffer and does nothing with it but look at its bits. For the lab's question "How fast can memory
// be read?": what a reduction cannot beat, if this kernel is as good as it can be.
//
//   TOGETHER=1   the groups walk over the input together, as in v6: for GPUs
//   TOGETHER=0   each work-item reads a run of its own, as in c1: for CPUs
//
// Data      `vectors` vectors of VECTOR words of 32 bits, in which the 16 lower bits are 0; `odd` is 0, and counts the
//           work-items that have seen another word
// NDRange   any number of work-items
// Loads     one vector for each
// Stores    none
#ifndef VECTOR
#define VECTOR 4
#endif
#ifndef LOADS
#define LOADS 4
#endif
#ifndef TOGETHER
#define TOGETHER 1
#endif
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
typedef PASTE(uint, VECTOR) words;

// [only-read]
kernel void only_read(global const words* input, const ulong vectors, volatile global uint* odd) {
#if TOGETHER
  const ulong apart = get_local_size(0), step = get_global_size(0) * LOADS, end = vectors;
  ulong v = get_group_id(0) * (apart * LOADS) + get_local_id(0);
#else
  const ulong run = (vectors + get_global_size(0) - 1) / get_global_size(0), apart = 1, step = LOADS;
  ulong v = min(get_global_id(0) * run, vectors);
  const ulong end = min(v + run, vectors);
#endif
  words seen[LOADS];
#pragma unroll
  for (uint k = 0; k < LOADS; ++k)
    seen[k] = 0;
  for (; v + (LOADS - 1) * apart < end; v += step) {
#pragma unroll
    for (uint k = 0; k < LOADS; ++k) // no load waits for another
      seen[k] |= input[v + k * apart];
  }
#pragma unroll
  for (uint k = 0; k < LOADS; ++k) // the last piece, which is not whole
    if (v + k * apart < end)
      seen[k] |= input[v + k * apart];
#pragma unroll
  for (uint k = 1; k < LOADS; ++k)
    seen[0] |= seen[k];
  if (any((seen[0] & 0xFFFF) != 0))
    atomic_inc(odd);
}
// [/only-read]
