// Only one side of relaxed.cl: the other one keeps the atomic.
//
//   21_reduction_and_scan_lab --problem scan --step s11 --kernel chapters/21_reduction_and_scan/lab/own/relaxed_put.cl
#define GET 0
#include "relaxed.cl"
