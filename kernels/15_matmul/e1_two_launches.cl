// e1: a layer in two launches: C = activate(A B + bias).
//
// The product is that of v18. This kernel then reads C, adds the number of each column, applies the activation, and writes C back.
// Why: nothing of the product has to be changed.
//
// From      v18
// NDRange   ceil(N/V) x M, any local size
// Local     0
// Needs     M*N < 2^31; ALIGNED=1 only if N is a multiple of 4
// Loads     2*M*N/V floatVs: C and bias      Stores: M*N/V
#include "vector.clh"

#include "activation.clh"

// [kernel]
kernel void bias_and_activation(global float* C, global const float* bias, const int M,
                                const int N) {
  const int col = get_global_id(0) * V, row = get_global_id(1);
  if (row >= M || col >= N)
    return;
  global floatV* c = (global floatV*)(C + row * N + col);
  *c = activate(*c + *(global const floatV*)(bias + col));
}
// [/kernel]
