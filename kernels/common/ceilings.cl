// What this device can do at most, to read every other number against.
//
// copy_float4   reads and writes each element once, neighbours next to neighbours: nothing moves memory faster.
//               NDRange: 1-D, one work-item for each float4. Traffic: 32 bytes for each work-item.
// fma_chains    CHAINS independent chains of multiply-adds on vectors of WIDTH floats: enough of them in flight to hide
//               the latency of each. NDRange: 1-D. Arithmetic: 2 * CHAINS * WIDTH * rounds for each work-item.

kernel void copy_float4(global const float4* restrict from, global float4* restrict to, uint count) {
  const uint i = get_global_id(0);
  if (i < count)
    to[i] = from[i];
}

#ifdef WIDTH
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#if WIDTH == 1
typedef float vector_t;
#define STORE(value, to) *(to) = (value)
#else
typedef JOIN(float, WIDTH) vector_t;
#define STORE(value, to) JOIN(vstore, WIDTH)(value, 0, to)
#endif

kernel void fma_chains(global float* result, float start, float factor, uint rounds) {
  vector_t chain[CHAINS];
  for (int c = 0; c < CHAINS; ++c)
    chain[c] = (vector_t)(start + (float)c + (float)get_local_id(0));

  for (uint r = 0; r < rounds; ++r) {
#pragma unroll
    for (int c = 0; c < CHAINS; ++c)
      chain[c] = chain[c] * factor + start; // contracted to one instruction where the device has one
  }

  vector_t sum = (vector_t)(0.0f);
  for (int c = 0; c < CHAINS; ++c)
    sum += chain[c];
  // Every lane is used, so that no chain can be optimised away. (The call of vstore16 tells some compilers that vectors of 512
  // bits are wanted; without one they would take two of 256.)
  float lanes[WIDTH];
  STORE(sum, lanes);
  float total = 0.0f;
  for (int i = 0; i < WIDTH; ++i)
    total += lanes[i];
  result[get_global_id(0)] = total;
}
#endif
