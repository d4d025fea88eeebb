// The keys of one group in the order of their digit; equal digits stay in their order

kernel void radix_pass(global const uint* in, uint shift, global uint* out, local uint* table) {
  const uint item = get_local_id(0), size = get_local_size(0);
  const uint key = in[item], digit = key >> shift & 3;
  for (uint d = 0; d < 4; ++d)
    table[d * size + item] = d == digit;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) {
    uint sum = 0;
    for (uint k = 0; k < 4 * size; ++k) {
      const uint mine = table[k];
      table[k] = sum;
      sum += mine;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[table[digit * size + item]] = key;
}
