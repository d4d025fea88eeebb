// v4 with one load at a time and a tree for each, as v3, but in a sixteenth of the groups: see v4_apart.cl.
//
//   21_reduction_and_scan_lab --bench --size 2^28 --step v4 --kernel chapters/21_reduction_and_scan/lab/own/neither.cl
#define AHEAD 0
#define TREES 1
#include "v4_apart.cl"
