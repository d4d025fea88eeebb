// Rule: a variable inside a kernel is never in global memory.
// Global memory is allocated by the host. A pointer into global memory may be a variable; what it
// points to may not.

kernel void add(global const float* x, global float* sum) {
  float partial; // <-
  partial = x[0] + x[1];
  *sum = partial;
}
