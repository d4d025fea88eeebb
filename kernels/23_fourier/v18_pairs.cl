// v18: numbers go through local memory in pairs of both parts again, where it has room for them.
//
// Changed: the host says with PAIRS whether an exchange moves both parts of a number at once, or one after the other as from v10 on.
// Why: two barriers for each exchange instead of four, and half the instructions. The registers allow so few groups for each unit
// that local memory is not what limits their number, as long as the lines are short.
//
//   v19 is this kernel, with radices up to 32 for long lines, and all of the local memory
//
// From      v17
// NDRange   ceil(lines / LINES) * LINES * ITEMS; local size LINES * ITEMS
// Local     4 or 8 * PITCH * LINES bytes
// Loads     LENGTH float2s for each line; local: LENGTH float2s, or 2 * LENGTH floats, for each exchange      Stores: the same
//
// Counted at 32*3, APART=2048 GROUP=256 LONGEST=4096 POINTS=16 SIDE=8:   loads  stores  constant  local: loads  stores
//   fourier_pass 1024 96 0 1024 1024

// [kernel]
#define ROOT(k, n) root(k, n)
#define TURNS
#include "pass.clh"
#include "powers.clh"

#include "padded.clh"

#if PAIRS
#define EXCHANGED float2
#include "pairs.clh"
#else
#define EXCHANGED float
#include "halves.clh"
#endif
#include "line.clh"
// [/kernel]
