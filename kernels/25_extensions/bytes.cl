// Storing bytes. Before OpenCL 1.1 a kernel needed cl_khr_byte_addressable_store for it; without, it had to write whole
// words of 32 bits, so that one work-item makes four bytes. Both kernels store the low bytes of i * i, n of them.
kernel void bytes(global uchar* out, uint n) {
  const uint i = get_global_id(0);
  if (i < n)
    out[i] = (uchar)(i * i);
}

// out has room for a whole number of words
kernel void words(global uint* out, uint n) {
  const uint i = get_global_id(0);
  if (i >= (n + 3) / 4)
    return;
  uint word = 0;
  for (uint k = 0; k < 4; ++k)
    word |= (((4 * i + k) * (4 * i + k)) & 0xff) << (8 * k); // the first byte is the low one
  out[i] = word;
}
