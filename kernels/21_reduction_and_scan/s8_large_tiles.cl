// s8: VALUES is 28, so that a tile has three and a half times as many elements.
//
// Changed: one number. The kernel is s7's. (Why 28 and not 32: see s9.)
// Why: each tile costs a look-back, whatever its size. Longer tiles need fewer of them.
//
// Waits     as s5, for groups that have begun
// From      s7
// NDRange, Data, Local, Needs, Loads, Stores: as s7
// Counted at 1000, GROUP=16 VALUES=28:   loads  stores  constant  local: loads  stores
//   scan   1000    1000         0         2888    2937
#ifndef VALUES
#define VALUES 28
#endif
#include "s7_many_at_once.cl"
