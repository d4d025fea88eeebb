// Rule: a variable of a kernel is not global.
// Global memory is allocated by the host. A pointer into it may be a variable; what it points to is
// not.

kernel void add(global const float* x, global float* sum) {
  global float partial; // <-
  partial = x[0] + x[1];
  *sum = partial;
}
