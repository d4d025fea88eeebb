// c3: for CPUs. One pass: a tile is read from memory once, and the second time from a cache.
//
// Changed: runs are tiles of a size that a core's cache holds. A work-item adds up its tile, looks back as in s6, and then
// writes the running sums.
// Why: of c2's 3n the second n comes from memory again, because a run is far larger than a cache. Here it is 2n.
//
// Waits     as s5, for groups that have begun
// From      c2
// NDRange   ceil(n / TILE) work-items, local size 1
// Data      as s5
// Local     one uint
// Needs     as s5; TILE a multiple of 16
// Loads     2n, of which n from a cache, and atomics
// Stores    n
// Counted at 1000, TILE=65536:   loads  stores  constant  local: loads  stores
//   scan    170      70         0            0       0
#include "scanned.clh"
#include "run.clh"
#include "state.clh"

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
scan(global const T* input, global const uchar* heads, const ulong n, const int inclusive,
     volatile global uint* counter, volatile global word* states, global T* output) {
  const uint tile = atomic_inc(counter);
  const ulong first = (ulong)tile * TILE;
  const value all = sum_of_run(input, heads, first, n);
  publish(states, tile, tile == 0 ? PREFIX : OWN, all);
  value before = NOTHING;
  uint at = tile, status = EMPTY;
  while (at > 0 && status != PREFIX) {
    value theirs;
    status = look_at(states, at - 1, &theirs);
    if (status != EMPTY) {
      before = combine(theirs, before);
      --at;
    }
  }
  if (tile > 0)
    publish(states, tile, PREFIX, combine(before, all));
  scan_run(input, heads, first, n, inclusive, before, output);
}
