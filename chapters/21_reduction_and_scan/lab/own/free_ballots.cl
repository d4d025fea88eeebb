// k6 whose ballots and shuffles the compiler may move: inline assembly that is not volatile. For the lab's question "Where
// does k6's time go?". (Without the word, the ballots of several keys can be under way together.)
//
//   21_reduction_and_scan_lab --problem sort --step k6 --kernel chapters/21_reduction_and_scan/lab/own/free_ballots.cl
#define volatile
#include "k6_ballots.cl"
