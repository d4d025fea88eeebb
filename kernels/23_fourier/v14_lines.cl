// v14: several lines for each group.
//
// Changed: a group has LINES lines. Why: a line of 256 numbers keeps only 16 work-items busy, half of a warp. And where the numbers
// of a line are far apart, because N needs two passes or the lines are columns, LINES neighbouring lines are read together: runs of
// 8 * LINES bytes instead of single numbers. The order of the work-items follows the memory, in and out: see ITEM_OF.
//
//   v15 is this kernel, whose two passes go over the batch in parts that fit into a cache; v17, with gaps that suit the radices;
//   m2, with all radices up to 16
//
// From      v12
// NDRange   ceil(lines / LINES) * LINES * ITEMS; local size LINES * ITEMS
// Local     about 4.25 * LENGTH * LINES bytes
// Requires  N a power of two
// Loads     LENGTH float2s for each line; local: 2 * LENGTH floats for each exchange      Stores: the same
//
// Counted at 32*3, APART=2048 GROUP=256 LONGEST=4096 POINTS=16 SIDE=8:   loads  stores  constant  local: loads  stores
//   fourier_pass 2048 96 0 4096 4096
// Counted at 32*3, APART=2048 CACHED=16 GROUP=256 LONGEST=4096 POINTS=16 SIDE=8:   loads  stores  constant  local: loads  stores
//   fourier_pass 2048 96 0 4096 4096

// [kernel]
#define ROOT(k, n) root(k, n)
#define TURNS
#include "pass.clh"
#include "powers.clh"

#define EXCHANGED float
#include "padded.clh"

#include "halves.clh"
#include "line.clh"
// [/kernel]
