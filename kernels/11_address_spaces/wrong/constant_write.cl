// Rule: constant memory is not written.
// Not by kernels: the host fills the buffer, or the compiler the table.

kernel void double_all(constant float* x) {
  x[get_global_id(0)] *= 2.0f; // <-
}
