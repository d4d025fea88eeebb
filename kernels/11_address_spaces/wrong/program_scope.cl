// Rule: a variable outside functions is in constant memory.
// What changes at run time comes as a buffer. OpenCL C 2.0 allows global variables there; in 3.0 they
// are an optional feature.

global int launches; // <-

kernel void count(global int* out) {
  out[0] = ++launches;
}
