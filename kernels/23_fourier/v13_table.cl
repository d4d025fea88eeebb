// v13: that one turn from a table.
//
// Changed: the host has computed all LENGTH roots, in double, and the kernel loads one of them for a butterfly. Why: no sine at
// all, and no error of one. Compared with v12 it trades arithmetic for loads, which caches answer.
//
// From      v12
// NDRange   lines * ITEMS; local size ITEMS
// Local     4.25 * LENGTH bytes
// Requires  N a power of two
// Loads     LENGTH float2s for each line, and a root for each butterfly but the first stage's; local: 2 * LENGTH floats for each exchange      Stores: the same
//
// Counted at 32*3, LONGEST=4096 POINTS=16:   loads  stores  constant  local: loads  stores
//   fourier_pass 120 96 0 192 192

// [kernel]
#define ROOT(k, n) roots[(k) * (LENGTH / (n))]
#define TURNS
#include "pass.clh"
#include "powers.clh"

#define EXCHANGED float
#include "padded.clh"

#include "halves.clh"
#include "line.clh"
// [/kernel]
