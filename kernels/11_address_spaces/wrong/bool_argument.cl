// Rule: an argument is no bool.
// Its size is not laid down; the same goes for size_t, ptrdiff_t, intptr_t and uintptr_t. Pass an int.

kernel void invert(global float* x, bool negative) { // <-
  const size_t i = get_global_id(0);
  x[i] = negative ? -x[i] : x[i];
}
