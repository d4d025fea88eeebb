// v17: each pair once. What pulls i towards j pulls j towards i: Newton's third law.
//
// Changed: a block of GROUP*BODIES bodies meets only tiles of GROUP bodies that come after it, and itself. A pair's
// distance and reciprocal root serve both bodies; the reaction is summed over the work-item's BODIES bodies in registers,
// then in local memory, then added to the tile's bodies in global memory.
//
//   round k:  work-item l meets tile entry (l + k) % GROUP, so that no two add to the same reaction; a barrier ends the round
//
//          tiles  0 1 | 2 3 | 4 5        o  both ways within the block, no reactions
//   block 0:      o o   * *   * *        *  with reactions
//   block 1:            o o   * *        nothing: another group has done it
//   block 2:                  o o
//
// Why: 17 instructions for two interactions instead of 26. Groups of one sub-group make the barriers cheap, many
// bodies for each work-item the reactions, which cost six local accesses for BODIES pairs.
// OpenCL C 1.2 has no atomic addition of floats: compare and exchange. The order of additions changes from run to run, and
// so do the last bits.
//
// From      v13; built with -cl-denorms-are-zero
// NDRange   clear: 3*N, rounded up; nbody_third_law: ceil(N/(GROUP*BODIES))*GROUP x CHUNKS, local size GROUP x 1;
//           advance: N, rounded up
// Local     28*GROUP bytes
// Scratch   3*N floats

// [kernel]
#ifndef GROUP
#define GROUP 32
#endif
#ifndef BODIES
#define BODIES 16
#endif
#ifndef CHUNKS
#define CHUNKS 128
#endif
#ifndef UNROLL
#define UNROLL 4
#endif

// [add]
// Compare-and-exchange returns what was there. The first attempt expects 0; where that is wrong, the next one expects what
// was found.
void add_atomically(volatile global float* to, const float value) {
  volatile global uint* bits = (volatile global uint*)to;
  uint expected = 0, seen;
  while ((seen = atomic_cmpxchg(bits, expected, as_uint(as_float(expected) + value))) != expected)
    expected = seen;
}
// [/add]

kernel void clear(global float* sums, const int count) {
  if (get_global_id(0) < (uint)count)
    sums[get_global_id(0)] = 0.0f;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
nbody_third_law(global const float4* state, volatile global float* sums, const int N,
                const float softening2) {
  const int item = get_local_id(0), block0 = get_group_id(0) * GROUP * BODIES;
  const int i0 = block0 + item;
  local float4 tile[GROUP];
  local float rx[GROUP], ry[GROUP], rz[GROUP];

  float4 position[BODIES];
  float ax[BODIES], ay[BODIES], az[BODIES];
#pragma unroll
  for (int b = 0; b < BODIES; ++b) {
    const int i = i0 + b * GROUP;
    position[b] = i < N ? state[i] : (float4)(0.0f);
    ax[b] = ay[b] = az[b] = 0.0f;
  }
  const int start = block0 + get_group_id(1) * GROUP;
  for (int first = start; first < N; first += CHUNKS * GROUP) {
    const bool reacts = first >= block0 + GROUP * BODIES;
    const int mine = first + item;
    tile[item] = mine < N ? state[mine] : (float4)(0.0f);
    rx[item] = ry[item] = rz[item] = 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    // [rounds]
#pragma unroll UNROLL
    for (int k = 0; k < GROUP; ++k) {
      const int slot = (item + k) % GROUP;
      const float4 other = tile[slot];
      float sx = 0.0f, sy = 0.0f, sz = 0.0f;
#pragma unroll
      for (int b = 0; b < BODIES; ++b) {
        const float dx = other.x - position[b].x;
        const float dy = other.y - position[b].y;
        const float dz = other.z - position[b].z;
        const float inverse = rsqrt(dx * dx + (dy * dy + (dz * dz + softening2)));
        const float cube = inverse * (inverse * inverse);
        const float action = other.w * cube, reaction = position[b].w * cube;
        ax[b] += action * dx;
        ay[b] += action * dy;
        az[b] += action * dz;
        sx += reaction * dx;
        sy += reaction * dy;
        sz += reaction * dz;
      }
      rx[slot] -= sx;
      ry[slot] -= sy;
      rz[slot] -= sz;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    // [/rounds]
    if (reacts && mine < N) {
      add_atomically(sums + 3 * mine, rx[item]);
      add_atomically(sums + 3 * mine + 1, ry[item]);
      add_atomically(sums + 3 * mine + 2, rz[item]);
    }
  }

#pragma unroll
  for (int b = 0; b < BODIES; ++b) {
    const int i = i0 + b * GROUP;
    if (i < N && start < N) { // else there was no tile for this group
      add_atomically(sums + 3 * i, ax[b]);
      add_atomically(sums + 3 * i + 1, ay[b]);
      add_atomically(sums + 3 * i + 2, az[b]);
    }
  }
}

kernel void advance(global const float4* state, global const float* sums, global float4* next,
                    const int N, const float dt) {
  const int i = get_global_id(0);
  if (i >= N)
    return;
  const float4 position = state[i];
  const float4 v =
      state[N + i] + dt * (float4)(sums[3 * i], sums[3 * i + 1], sums[3 * i + 2], 0.0f);
  next[i] = position + dt * v;
  next[N + i] = v;
}
// [/kernel]
