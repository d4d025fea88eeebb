// k6 that looks back at four tiles at a time. For the lab's question "Where does k6's time go?".
//
//   21_reduction_and_scan_lab --problem sort --step k6 --kernel chapters/21_reduction_and_scan/lab/own/four_looks.cl
#define LOOKS 4
#include "k6_ballots.cl"
