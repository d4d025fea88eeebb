// Each work-item takes one of 32 paths, all equally long.
//
// NDRange   1-D
// Data      result: one number for each work-item
// Work      `rounds` integer multiply-adds for each work-item, on whatever path. The factors are large, because by 5 or 9 a
//           CPU multiplies in less time than by others.

#define PATH(k)                                                                                    \
  case k:                                                                                          \
    for (uint r = 0; r < rounds; ++r)                                                              \
      x = x * (1664525u + 8 * (k)) + (1013904223u + 2 * (k));                                      \
    break;
#define PATHS(k) PATH(k) PATH(k + 1) PATH(k + 2) PATH(k + 3)

// [branches]
// span 1: neighbours take different paths. span 64: 64 neighbours take the same one.
kernel void branches(global uint* result, uint span, uint ways, uint rounds) {
  const uint i = get_global_id(0);
  uint x = i;
  switch (i / span % ways) {
    PATHS(0) PATHS(4) PATHS(8) PATHS(12) PATHS(16) PATHS(20) PATHS(24) PATHS(28)
  }
  result[i] =
      x; // PATH(k) is a loop: case k: for (r ...) x = x * (1664525 + 8 * k) + (1013904223 + 2 * k); break;
}
// [/branches]
