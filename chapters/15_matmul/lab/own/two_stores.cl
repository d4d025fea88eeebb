// t13 but for one thing: two neighbouring sums are stored by vstore2, which promises no more alignment than a float has.
// ./learn lab 15 --device gpu --size 4096 --step t13 --kernel chapters/15_matmul/lab/own/two_stores.cl
#define STORE_PAIR(to, left, right) vstore2((float2)(left, right), 0, to)
#include "pack_tiles.cl"
#include "t13_in_flight.cl"
