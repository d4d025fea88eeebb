// v12: the turns of a butterfly are powers of one.
//
// Changed: one sine and one cosine for a butterfly; its other turns are products of that one with itself. Why: a product is four
// operations, a sine some dozens. The errors are a little larger: see --sweep error.
//
// From      v11
// NDRange   lines * ITEMS; local size ITEMS
// Local     4.25 * LENGTH bytes
// Requires  N a power of two
// Loads     LENGTH float2s for each line; local: 2 * LENGTH floats for each exchange      Stores: the same
//
// Counted at 32*3, LONGEST=4096 POINTS=16:   loads  stores  constant  local: loads  stores
//   fourier_pass 96 96 0 192 192

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
