// k1: a radix sort by single bits: 32 passes, each of which puts the keys with a 0 before those with a 1.
//
// The kernels are k2's, with digits of one bit: see there how a pass works.
//
// NDRange, Data, Local, Needs, Loads, Stores: as k2, with DIGITS 2
// Counted at 300, BITS=1 GROUP=16 VALUES=16:   loads  stores  constant  local: loads  stores
//   count       9600     128         0          128     128
//   scan_sums    128     128         0         4608    2560
//   scatter    19200    9600         0        42240   28608
#ifndef BITS
#define BITS 1
#endif
#include "k2_digits.cl"
