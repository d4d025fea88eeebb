// s12 that waits far longer before it adds up a missing tile by itself. For the lab's question "What does the fallback cost?".
//
//   21_reduction_and_scan_lab --problem scan --step s12 --kernel chapters/21_reduction_and_scan/lab/own/patient.cl
#define SPINS 1000000
#include "s12_fallback.cl"
