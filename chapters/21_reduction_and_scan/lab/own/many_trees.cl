// v4 with 16 loads ahead and a tree for each: see v4_apart.cl.
//
//   21_reduction_and_scan_lab --bench --size 2^28 --step v4 --kernel chapters/21_reduction_and_scan/lab/own/many_trees.cl
#define TREES 1
#include "v4_apart.cl"
