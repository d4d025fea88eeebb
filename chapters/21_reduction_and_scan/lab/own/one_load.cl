// v4 with one load at a time and one tree: see v4_apart.cl.
//
//   21_reduction_and_scan_lab --bench --size 2^28 --step v4 --kernel chapters/21_reduction_and_scan/lab/own/one_load.cl
#define AHEAD 0
#include "v4_apart.cl"
