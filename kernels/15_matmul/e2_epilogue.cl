// e2: the same layer in one launch.
//
// Changed: bias and activation are applied to the sums of v18 before they are stored. Why: they are in registers then, so the
// second launch is saved, and with it a read and a write of C.
//
// From      e1
// NDRange, Local, Needs   as v18; with ALIGNED=1, bias begins at a multiple of 16 bytes
// Loads     as v18; bias: M*N/V floatVs      Stores: as v18
// [kernel]
#include "activation.clh"

#define EPILOGUE_ARGUMENTS , global const float* bias
#define EPILOGUE(sums, col) activate((sums) + *(global const floatV*)(bias + (col)))
#include "v18_sgemm.cl"
// [/kernel]
