// k6 with the changes of four_looks.cl, free_ballots.cl and few_barriers.cl. For the lab's question "Where does k6's time
// go?".
//
//   21_reduction_and_scan_lab --problem sort --step k6 --kernel chapters/21_reduction_and_scan/lab/own/all_three.cl
#define LOOKS 4
#define volatile
#include "few_barriers.cl"
