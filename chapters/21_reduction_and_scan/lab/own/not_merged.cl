// v1 for ints with an address that the compiler cannot know to be the same for the whole warp, so that it must not merge
// the additions of a warp into one. For the lab's question "Why is v1 so fast with ints?".
//
//   21_reduction_and_scan_lab --type int --step v1 --kernel chapters/21_reduction_and_scan/lab/own/not_merged.cl
#include "operation.clh"

kernel void reduce(global const T* input, global const T* other, const ulong n, volatile global partial* result) {
  const ulong i = get_global_id(0);
  if (i < n)
    atomic_add(result + (input[i] == 0x7FC12345), input[i]); // no element is that large
}

kernel void start(global partial* result) {
  *result = NOTHING;
}
