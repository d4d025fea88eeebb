// b3: a leaf's walk in vectors, for CPUs.
//
// Changed: one work-item walks for all 16 bodies of a leaf, which are the places of its vectors. Why: b2's work-items of a leaf
// go the same way, but only a GPU executes them together; here one decision serves 16 bodies, and c3's arithmetic computes
// with all of them at once.
//
// From      b2; quick_rsqrt() as in c3
// NDRange   nbody_tree_vectors: ceil(N/16); local size 1
// Needs     LEAF == 16
// Scratch   as b1
// Loads     depend on the bodies

// [kernel]
#undef LEAF
#define LEAF 16
#include "tree.clh"

float16 quick_rsqrt(const float16 x) {
  float16 y = as_float16(0x5f1ffff9 - (as_int16(x) >> 1));
  y = 0.703952253f * y * (2.38924456f - x * y * y);
  return y * (1.5f - 0.5f * x * y * y);
}

struct bodies16 {
  float16 x, y, z;
};

struct bodies16 pulled(struct bodies16 a, const struct bodies16 from, const float4 other,
                       const float softening2) {
  const float16 dx = other.x - from.x, dy = other.y - from.y, dz = other.z - from.z;
  const float16 inverse = quick_rsqrt(dx * dx + (dy * dy + (dz * dz + softening2)));
  const float16 factor = other.w * inverse * (inverse * inverse);
  a.x += factor * dx;
  a.y += factor * dy;
  a.z += factor * dz;
  return a;
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
nbody_tree_vectors(global const float4* state, global const ulong* sorted,
                   global const float4* bodies, global const struct node* nodes,
                   global float4* next, const int N, const int LEAVES, const float dt,
                   const float softening2) {
  const int leaf = get_global_id(0), i0 = leaf * LEAF;
  if (i0 >= N)
    return;
  const struct node mine = nodes[LEAVES + leaf];
  float own[3][LEAF];
  for (int i = 0; i < LEAF; ++i) {
    const float4 body = bodies[min(i0 + i, N - 1)];
    own[0][i] = body.x;
    own[1][i] = body.y;
    own[2][i] = body.z;
  }
  const struct bodies16 position = {vload16(0, own[0]), vload16(0, own[1]), vload16(0, own[2])};
  struct bodies16 a = {0.0f, 0.0f, 0.0f};
  int k = 1;
  do {
    const struct node here = nodes[k];
    const bool far = looks_small(here, here.centre - clamp(here.centre, mine.low, mine.high));
    if (here.centre.w == 0.0f) {
      k = next_node(k);
    } else if (far) {
      a = pulled(a, position, here.centre, softening2);
      k = next_node(k);
    } else if (k < LEAVES) {
      k = 2 * k;
    } else {
      const int first = (k - LEAVES) * LEAF;
      for (int j = first; j < min(first + LEAF, N); ++j)
        a = pulled(a, position, bodies[j], softening2);
      k = next_node(k);
    }
  } while (k != 1);

  vstore16(a.x, 0, own[0]);
  vstore16(a.y, 0, own[1]);
  vstore16(a.z, 0, own[2]);
  for (int b = 0; b < LEAF && i0 + b < N; ++b) {
    const int i = (uint)sorted[i0 + b];
    const float4 body = state[i];
    const float4 v = state[N + i] + dt * (float4)(own[0][b], own[1][b], own[2][b], 0.0f);
    next[i] = body + dt * v;
    next[N + i] = v;
  }
}
// [/kernel]
