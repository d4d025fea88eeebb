// v11: copies that pass by the registers, through PTX on NVIDIA's GPUs (compute capability 8.0 and later). Elsewhere it
// reads and stores.
//
// Changed (from v10): a work-item starts all of its copies from global to local memory (cp.async), and then waits for
// them.
// Why: v10 holds what is on its way in registers, sixteen floats at most.
//
//   v12 is this kernel with WHOLE=1: a group whose patch is whole does not ask for each output whether there is one.
//
// NDRange   as v10
// Local     as v10
// Needs     as v10
// Loads     as v10
// Stores    as v10
// Counted at 17x9, rotation by 20, COLUMNS=4 LINES=84 LX=16 LY=4 PITCH=92 ROWS=12:
//                          loads  stores  constant  local: loads  stores
//   linear grey warp       153     153    2176     612     330
// Counted at 17x9, perspective, COLUMNS=4 LINES=84 LX=16 LY=4 PITCH=92 ROWS=12:
//   linear grey warp       153     153    3136     612     170
// Counted at 17x9, rotation by 20, COLUMNS=4 LINES=84 LX=16 LY=4 PITCH=92 ROWS=12 WHOLE=1:
//                          loads  stores  constant  local: loads  stores
//   linear grey warp       153     153    2176     612     330
// Counted at 17x9, perspective, COLUMNS=4 LINES=84 LX=16 LY=4 PITCH=92 ROWS=12 WHOLE=1:
//   linear grey warp       153     153    3136     612     170
#include "tiles.clh"

// [fours]
// Sixteen bytes, or as many zeros.
void start_copy(local float* to, global const float* from, const bool there) {
#ifdef __NV_CL_C_VERSION
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"((uint)(size_t)to), "l"(from), "r"(there ? 16 : 0)
               : "memory");
#else
  vstore4(there ? vload4(0, from) : 0.0f, 0, to);
#endif
}

void copy_fours(global const float* from, const int width, const int height, const part p, const int line,
                const bool there, local float* to) {
  for (int j = line; j < p.lines; j += LINES_AT_ONCE) {
    start_copy(to, from, there && p.y + j >= 0 && p.y + j < height);
    from += LINES_AT_ONCE * width;
    to += LINES_AT_ONCE * PITCH;
  }
#ifdef __NV_CL_C_VERSION
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}
// [/fours]
