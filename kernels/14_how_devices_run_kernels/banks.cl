// Neighbours read words of local memory that lie `stride` apart.
//
// NDRange   1-D, any local size
// Data      result: one sum for each work-item
// Local     2056 words
// Work      8 * rounds local loads for each work-item

// [banks]
#define WORDS 2048

kernel void banks(global uint* result, uint stride, uint rounds) {
  local uint tile[WORDS + 8];
  const uint l = get_local_id(0);
  for (uint i = l; i < WORDS + 8; i += get_local_size(0))
    tile[i] = i * 2654435761u;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (uint r = 0; r < rounds; ++r) {
    local const uint* p = tile + (l * stride + 8 * r) % WORDS;
    sum += p[0] + 3 * p[1] + p[2] + p[3] + p[4] + p[5] + p[6] + p[7];
  }
  result[get_global_id(0)] = sum;
}
// [/banks]
