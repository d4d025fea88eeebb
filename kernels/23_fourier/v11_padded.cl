// v11: gaps against bank conflicts.
//
// Changed: a gap of one float behind every 16 numbers in local memory. Why: a stage of radix 16 writes numbers that are 16
// apart, which without the gaps are in only two of the 32 banks.
//
// From      v10
// NDRange   lines * ITEMS; local size ITEMS
// Local     4.25 * LENGTH bytes
// Requires  N a power of two
// Loads     LENGTH float2s for each line; local: 2 * LENGTH floats for each exchange      Stores: the same
//
// Counted at 32*3, LONGEST=4096 POINTS=16:   loads  stores  constant  local: loads  stores
//   fourier_pass 96 96 0 192 192

// [kernel]
#include "pass.clh"

#define EXCHANGED float
#include "padded.clh"

#include "halves.clh"
#include "line.clh"
// [/kernel]
