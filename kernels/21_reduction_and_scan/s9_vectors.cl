// s9: a work-item loads and stores four elements at a time.
//
// Changed: VECTOR is 4 instead of 1 (tile.clh); in local memory too, but with segments. The kernel is s7's.
// Why: the same bytes by a quarter of the instructions, 16 bytes at a time. A work-item's elements are VALUES / 4 vectors,
// and because 7 is odd, eight work-items that read theirs together meet in no bank: no empty places are needed.
//
// Waits     as s5, for groups that have begun
// From      s8
// NDRange, Data, Local: as s7
// Needs     as s7; VALUES % 4 == 0
// Loads     whole tiles: n / 4 vectors; the last one as s7
// Stores    the same
// Counted at 1000, GROUP=16 VALUES=28:   loads  stores  constant  local: loads  stores
//   scan    328     328         0         1544    1593
#ifndef VECTOR
#define VECTOR 4
#endif
#ifndef VALUES
#define VALUES 28
#endif
#include "s7_many_at_once.cl"
