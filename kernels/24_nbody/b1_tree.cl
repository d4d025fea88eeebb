// b1: Barnes-Hut. A far group of bodies pulls like one body in its centre of mass.
//
// Changed: the sum over all bodies becomes a walk through a tree of groups (tree.clh). A node whose box looks smaller than
// THETA/100 from here, its largest side against the distance of its centre, is taken as one body; another is opened. Why:
// about log N groups for each body instead of N bodies. The price is an error that THETA decides.
//
// The walk needs no stack: to open node k is to go to 2k, to leave it to go to next_node(k).
//
// From      v13 (v11's one body for each work-item; what is summed changes)
// NDRange   nbody_tree: N, rounded up; the kernels of tree.clh: see there
// Scratch   a power of two >= N of ulongs, N float4s, 2*LEAVES nodes of 48 bytes, a uint
// Loads     depend on the bodies

// [kernel]
#include "tree.clh"

kernel void nbody_tree(global const float4* state, global const ulong* sorted,
                       global const float4* bodies, global const struct node* nodes,
                       global float4* next, const int N, const int LEAVES, const float dt,
                       const float softening2) {
  if (get_global_id(0) >= (uint)N)
    return;
  // Neighbours on the curve are neighbours here: they walk nearly the same way.
  const int i = (uint)sorted[get_global_id(0)];
  const float4 position = state[i];
  float4 a = 0.0f;
  // [walk]
  int k = 1;
  do {
    const struct node here = nodes[k];
    const bool far = looks_small(here, here.centre - position);
    if (here.centre.w == 0.0f) {
      k = next_node(k);
    } else if (far) {
      a += pull(position, here.centre, softening2);
      k = next_node(k);
    } else if (k < LEAVES) {
      k = 2 * k;
    } else {
      const int first = (k - LEAVES) * LEAF;
      for (int j = first; j < min(first + LEAF, N); ++j)
        a += pull(position, bodies[j], softening2);
      k = next_node(k);
    }
  } while (k != 1);
  // [/walk]

  const float4 v = state[N + i] + dt * a;
  next[i] = position + dt * v;
  next[N + i] = v;
}
// [/kernel]
