// How large is each type, where does it begin, and where are three floats?
//
// Data      sizes, alignments: 6 uints for each type of types.clh; points: n points, as float3 (16
//           bytes each) or packed (12 bytes each); sums: n floats
// NDRange   sizes_of_types: one work-item; the others: 1-D, global_size >= n, any local_size
// Memory    sizes_of_types: 12 stores of 4 bytes a type; the others: one load of a point and one store
//           of 4 bytes per work-item

#ifdef HAS_DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

// [sizes]
#define ONE(T)                                                    \
  {                                                               \
    struct { char before; T value; } pair;                        \
    sizes[place] = sizeof(T);                                     \
    alignments[place++] = (private char*)&pair.value - &pair.before; \
  }
#define TYPE(T) ONE(T) ONE(T##2) ONE(T##3) ONE(T##4) ONE(T##8) ONE(T##16)

kernel void sizes_of_types(global uint* sizes, global uint* alignments) {
  uint place = 0;
#include "types.clh"
}
// [/sizes]

// [points]
float weighted(float3 p) {
  return p.x + 10 * p.y + 100 * p.z;
}

// Points of 16 bytes: cl_float3 on the host.
kernel void whole_points(global const float3* points, global float* sums, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    sums[i] = weighted(points[i]);
}

// Points of 12 bytes, one after the other: vload3 counts in threes.
kernel void packed_points(global const float* xyz, global float* sums, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    sums[i] = weighted(vload3(i, xyz));
}
// [/points]
