// The NDRange is rounded up to a multiple of the local size, and the kernel has no guard.
kernel void twice(global const float* in, global float* out, uint n) {
  const size_t i = get_global_id(0);
  out[i] = 2.0f * in[i];
}
