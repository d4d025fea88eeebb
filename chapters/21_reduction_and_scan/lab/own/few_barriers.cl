// k6 whose running sums of the tile's digits are made with shuffles: two barriers where it has nine. For the lab's question
// "Where does k6's time go?".
//
//   21_reduction_and_scan_lab --problem sort --step k6 --kernel chapters/21_reduction_and_scan/lab/own/few_barriers.cl
#ifndef GROUP
#define GROUP 256
#endif
#define OWN_GROUP_SCAN
uint before_me(const uint mine, local uint* copies, uint* all) {
  const uint item = get_local_id(0), lane = item % 32, warp = item / 32;
  uint sum = mine, theirs;
#pragma unroll
  for (uint distance = 1; distance < 32; distance *= 2) {
    asm volatile("shfl.sync.up.b32 %0, %1, %2, 0, 0xffffffff;"
                 : "=r"(theirs)
                 : "r"(sum), "r"(distance));
    if (lane >= distance)
      sum += theirs;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lane == 31)
    copies[warp] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint before = 0, total = 0;
#pragma unroll
  for (uint w = 0; w < GROUP / 32; ++w) {
    before = w == warp ? total : before;
    total += copies[w];
  }
  *all = total;
  return before + sum - mine;
}
#include "k6_ballots.cl"
