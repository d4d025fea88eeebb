// v1: one counter, to which every work-item adds its element.
//
// An atomic operation reads, computes and writes in one step that no other work-item can get into. OpenCL C 1.2 has
// atomic_add, atomic_min and atomic_max for int and none for float: there the addition becomes a loop of atomic_cmpxchg,
// which writes the sum only if the counter still holds what the sum was computed from.
//
// Data      n elements at `input` (and, for a dot product, at `other`); `result` holds NOTHING before
// NDRange   n work-items at least, any local size
// Needs     a partial of four bytes: no OP_ARGMAX
// Loads     one element (dot product: two) for each i < n; one atomic operation (int), one or more (float)
// Counted at 1000:   loads  stores  constant  local: loads  stores
//   start       0       1         0            0       0
//   reduce   1000       0         0            0       0
#include "operation.clh"

// [start]
kernel void start(global partial* result) {
  *result = NOTHING;
}
// [/start]

// [kernel]
#define IS_FLOAT_float 1
#define IS_FLOAT PASTE(IS_FLOAT_, T)
void add_to(volatile global partial* counter, const partial mine) {
#if IS_FLOAT
  uint seen = 0, before; // a guess: if it is wrong, the first try tells what is there
  do {
    before = seen;
    seen = atomic_cmpxchg((volatile global uint*)counter, before,
                          as_uint(combine(as_float(before), mine)));
  } while (seen != before);
#elif OPERATION == OP_MIN
  atomic_min(counter, mine);
#elif OPERATION == OP_MAX
  atomic_max(counter, mine);
#else
  atomic_add(counter, mine);
#endif
}

kernel void reduce(global const T* input, global const T* other, const ulong n,
                   volatile global partial* result) {
  const ulong i = get_global_id(0);
  if (i < n)
    add_to(result, ELEMENT(i));
}
// [/kernel]
