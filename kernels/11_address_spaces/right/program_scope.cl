// Rule: outside of functions there is constant memory only.
// What may change at run time comes as a buffer. OpenCL C 2.0 has global variables there, and in 3.0
// they are a feature that a device may have.

constant int first_launch = 1; // <-

kernel void count(global int* out) {
  out[0] += first_launch;
}
