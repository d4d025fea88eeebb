// Rule: a kernel's argument is never a pointer to a pointer.
// The inner pointers would be addresses of the device, and the host has none to pass. Pass one
// buffer, and the beginnings of its rows. Since OpenCL C 2.0 it is allowed, for shared virtual memory.

kernel void first_of_row(global const float* values, global const uint* starts, // <-
                         global float* out) {
  const size_t i = get_global_id(0);
  out[i] = values[starts[i]];
}
