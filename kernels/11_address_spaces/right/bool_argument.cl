// Rule: a kernel's argument is never a bool.
// The size of a bool is not fixed, nor is that of size_t, ptrdiff_t, intptr_t and uintptr_t. Pass an int.

kernel void invert(global float* x, int negative) { // <-
  const size_t i = get_global_id(0);
  x[i] = negative ? -x[i] : x[i];
}
