// p2: pairs of bodies as halves, of 16 bits each.
//
// Changed: what ROUNDED says is rounded to halves; a pair of two bodies is a half2, one word. Why: a GPU with half2 instructions
// computes two pairs with each of them, and a tile of halves needs half the local memory. Where a device has no half
// arithmetic (cl_khr_fp16), floats that are rounded to half after each operation have the same errors: a float holds the
// exact product of two halves, and of a sum more digits than a half can notice. (It says nothing about speed.)
//
//   ROUNDED 0   nothing: p1 with pairs
//           1   the places of the bodies in the tile
//           2   the differences of two places, which are computed with floats, and all that is made of them but the sums
//           3   the places, own ones too, and all that is made of them but the sums
//
// Masses are scaled by N and so about 1, because halves below 6e-5 lose digits. Sums stay floats: a half that has reached
// 2048 no longer notices that 1 is added.
//
// From      p1 with LANES=2; built with -cl-denorms-are-zero
// NDRange   ceil(N/(GROUP*BODIES))*GROUP; local size GROUP
// Local     16*GROUP bytes (8*GROUP would do where ROUNDED is 1 or 3)
// Needs     BODIES a multiple of 2; no d² and no 1/d³ may be beyond 65504
// Loads     as p1
// Stores    as p1

// [kernel]
#ifndef GROUP
#define GROUP 256
#endif
#ifndef UNROLL
#define UNROLL 16
#endif
#ifndef BODIES
#define BODIES 4
#endif
#ifndef ROUNDED
#define ROUNDED 2
#endif
#define PAIRS (BODIES / 2)

// [rounded]
// To the nearest half, as a float: 13 of the 24 digits go, to the even neighbour where two are equally near. Below 2^-14
// halves are 2^-24 apart, as the floats around 0.75 are.
float2 rounded(const float2 v) {
  const uint2 bits = as_uint2(v);
  const float2 normal = as_float2((bits + 0xfffu + (bits >> 13 & 1u)) & ~0x1fffu);
  const float2 small = (v + 0.75f) - 0.75f;
  return fabs(v) < 0x1p-14f ? small : normal;
}
// [/rounded]

float2 stored(const float2 v) {
  return ROUNDED == 1 || ROUNDED == 3 ? rounded(v) : v;
}

float2 computed(const float2 v) {
  return ROUNDED >= 2 ? rounded(v) : v;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
nbody_halves(global const float4* state, global float4* next, const int N, const float dt,
             const float softening2) {
  const int item = get_local_id(0), i0 = get_group_id(0) * GROUP * BODIES + item;
  local float4 tile[GROUP];

  float2 x[PAIRS], y[PAIRS], z[PAIRS], ax[PAIRS], ay[PAIRS], az[PAIRS];
#pragma unroll
  for (int p = 0; p < PAIRS; ++p) {
    const float4 a = state[min(i0 + 2 * p * GROUP, N - 1)];
    const float4 b = state[min(i0 + (2 * p + 1) * GROUP, N - 1)];
    x[p] = ROUNDED == 3 ? rounded((float2)(a.x, b.x)) : (float2)(a.x, b.x);
    y[p] = ROUNDED == 3 ? rounded((float2)(a.y, b.y)) : (float2)(a.y, b.y);
    z[p] = ROUNDED == 3 ? rounded((float2)(a.z, b.z)) : (float2)(a.z, b.z);
    ax[p] = ay[p] = az[p] = 0.0f;
  }
  for (int first = 0; first < N; first += GROUP) {
    float4 mine = first + item < N ? state[first + item] : (float4)(0.0f);
    mine.xy = stored(mine.xy);
    mine.zw = stored((float2)(mine.z, N * mine.w));
    tile[item] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    // [compute]
#pragma unroll UNROLL
    for (int j = 0; j < GROUP; ++j) {
      const float4 other = tile[j];
#pragma unroll
      for (int p = 0; p < PAIRS; ++p) {
        const float2 dx = computed(other.x - x[p]);
        const float2 dy = computed(other.y - y[p]);
        const float2 dz = computed(other.z - z[p]);
        const float2 yz = computed(dy * dy + computed(dz * dz + softening2));
        const float2 inverse = computed(rsqrt(computed(dx * dx + yz)));
        const float2 factor =
            computed(computed(other.w * inverse) * computed(inverse * inverse));
        ax[p] += computed(factor * dx);
        ay[p] += computed(factor * dy);
        az[p] += computed(factor * dz);
      }
    }
    // [/compute]
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  float sums[3][BODIES];
#pragma unroll
  for (int p = 0; p < PAIRS; ++p) {
    vstore2(ax[p], p, sums[0]);
    vstore2(ay[p], p, sums[1]);
    vstore2(az[p], p, sums[2]);
  }
#pragma unroll
  for (int b = 0; b < BODIES; ++b) {
    const int i = i0 + b * GROUP;
    if (i < N) {
      const float4 v =
          state[N + i] + dt / N * (float4)(sums[0][b], sums[1][b], sums[2][b], 0.0f);
      next[i] = state[i] + dt * v;
      next[N + i] = v;
    }
  }
}
// [/kernel]
