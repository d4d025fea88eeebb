// v10: the real parts, then the imaginary parts.
//
// Changed: an exchange moves all real parts through local memory, then all imaginary parts through the same place. Why: half the
// local memory; a compute unit has room for more groups, and a group for longer lines. The price is a barrier or two.
//
// From      v9
// NDRange   lines * ITEMS; local size ITEMS
// Local     4 * LENGTH bytes
// Requires  N a power of two
// Loads     LENGTH float2s for each line; local: 2 * LENGTH floats for each exchange      Stores: the same
//
// Counted at 32*3, LONGEST=4096 POINTS=16:   loads  stores  constant  local: loads  stores
//   fourier_pass 96 96 0 192 192

// [kernel]
#include "pass.clh"

#define EXCHANGED float
#define PITCH LENGTH
#define PLACE(i) (i)
#include "halves.clh"
#include "line.clh"
// [/kernel]
