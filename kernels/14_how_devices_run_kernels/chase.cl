// Loads that have to wait for the load before: each says where to go next.
//
// Data      next: n words, a power of two; one closed chain through all of them. places: CHAINS words for each
//           work-item, where it stands; the next launch goes on from there
// NDRange   1-D, any local size
// Work      CHAINS * rounds loads for each work-item

#ifndef CHAINS
#define CHAINS 1
#endif

// [chain]
kernel void chase(global const uint* restrict next, global uint* restrict places, uint rounds) {
  global uint* mine = places + CHAINS * get_global_id(0);
  uint place[CHAINS];
  for (int c = 0; c < CHAINS; ++c)
    place[c] = mine[c];
  for (uint r = 0; r < rounds; ++r) {
#pragma unroll
    for (int c = 0; c < CHAINS; ++c)
      place[c] = next[place[c]]; // CHAINS loads that do not wait for each other
  }
  for (int c = 0; c < CHAINS; ++c)
    mine[c] = place[c];
}
// [/chain]

// [occupancy]
// The same with one chain, and local memory that it hardly uses but that each work-group occupies.
kernel void chase_with_local(global const uint* restrict next, global uint* restrict places, uint rounds,
                             local uint* place) {
  const uint l = get_local_id(0);
  place[l] = places[get_global_id(0)];
  uint p = place[l];
  for (uint r = 0; r < rounds; ++r)
    p = next[p];
  places[get_global_id(0)] = p;
}
// [/occupancy]
