// banks: neighbours read words of local memory that lie `stride` apart.
// wide:  they read float4s, each lane of a warp the one that the host chooses.
//
// NDRange   1-D, any local size
// Data      result: one sum for each work-item; wide: places, numbers below 64 for 32 lanes
// Local     banks: 2056 words; wide: 576 float4s
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

// [wide]
kernel void wide(global float* result, global const uint* places, uint rounds) {
  local float4 tile[576];
  const uint l = get_local_id(0);
  for (uint i = l; i < 4 * 576; i += get_local_size(0))
    ((local float*)tile)[i] = i / 4 % 16;
  barrier(CLK_LOCAL_MEM_FENCE);
  local const float4* mine = tile + places[l % 32];
  float4 sum = (float4)(0.0f);
  for (uint r = 0; r < rounds; ++r) {
    local const float4* p = mine + r % 64 * 8; // all lanes move on together
    sum += p[0] + p[1] + p[2] + p[3] + p[4] + p[5] + p[6] + p[7];
  }
  result[get_global_id(0)] = sum.x + sum.y + sum.z + sum.w;
}
// [/wide]
