// k7: NVIDIA only. VALUES is 32, so that a tile has twice as many keys.
//
// Changed: one number. The kernel is k6's.
// Why: each tile costs a look-back for each of 256 digits, running sums over them, and a dozen barriers, however many keys it
// has. And each digit has twice as many keys in a tile, so more of what is written is next to each other. 32 is the most that
// local memory has room for.
//
// Waits     as s5, for groups that have begun
// From      k6
// NDRange, Data, Loads, Stores: as k6
// Local     as k6: 43 KiB, and more than an NVIDIA GPU has with PAIRS
// Needs     as k6
#ifndef VALUES
#define VALUES 32
#endif
#include "k6_ballots.cl"
