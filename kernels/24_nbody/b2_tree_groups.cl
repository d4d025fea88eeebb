// b2: one walk for all bodies of a leaf.
//
// Changed: what is far is decided for the leaf, by the distance of its box, not for each body. Why: the LEAF work-items of a
// leaf then read the same nodes in the same order, so that a sub-group never diverges, and loads are broadcasts. A leaf
// opens a few nodes more than its bodies would alone: the error falls, too.
//
// From      b1
// NDRange   nbody_tree_groups: ceil(N/LEAF)*LEAF; local size LEAF where the device can, else smaller: nothing is shared in
//           local memory, and there is no barrier
// Scratch   as b1
// Loads     depend on the bodies

// [kernel]
#include "tree.clh"

kernel void nbody_tree_groups(global const float4* state, global const ulong* sorted,
                              global const float4* bodies, global const struct node* nodes,
                              global float4* next, const int N, const int LEAVES, const float dt,
                              const float softening2) {
  if (get_global_id(0) >= (uint)N)
    return;
  const int i = (uint)sorted[get_global_id(0)];
  const float4 position = state[i];
  const struct node mine = nodes[LEAVES + get_global_id(0) / LEAF];
  float4 a = 0.0f;
  // [walk]
  int k = 1;
  do {
    const struct node here = nodes[k];
    // From the centre of mass to the nearest point of my leaf's box.
    const bool far = looks_small(here, here.centre - clamp(here.centre, mine.low, mine.high));
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
