// no_guard: vector_add with its guard left out, for `01_hello_opencl --demo no-guard`.
//
// Data      a, b, c: n floats each, in global memory
// NDRange   1-D, global_size == n. Any more work-items write past the end of c: that is the bug
//           on show here
// Memory    2 loads and 1 store of 4 bytes per work-item; no local memory

kernel void no_guard(global const float* a, global const float* b, global float* c) {
  const size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}
