// m1: any N, one prime factor a launch.
//
// Changed: v6's stage with any radix R. A work-item computes one result: a sum of R terms. Why: N need not be a power of two. It
// costs N times the sum of N's prime factors: little for 1000 = 2*2*2*5*5*5, and v2's N*N where N is prime.
//
//   item i:  result i of a stage behind stages of the product p;  k = i mod p, q = i / p mod R, j = i / (pR) * p + k
//
// From      v6
// NDRange   N * batch work-items in all, any local size; a launch for each prime factor
// Loads     R float2s for each work-item     Stores: 1 float2 for each work-item
//
// Counted at 32*3:   loads  stores  constant  local: loads  stores
//   fourier_stages 960 480 0 0 0

// [kernel]
#include "complex.clh"

kernel void fourier_stages(global const float2* x, global float2* y, const int N, const int R,
                           const int p, const int count) {
  const int g = get_global_id(0);
  if (g >= count)
    return;
  const int i = g % N, k = i % p, q = i / p % R, j = i / (p * R) * p + k;
  global const float2* from = x + (g - i) + j;
  float2 sum = 0.0f;
  int turn = 0; // m * (k + q * p) mod pR, without a product that might not fit into an int
  for (int m = 0; m < R; ++m) {
    sum += times(INPUT(from[m * (N / R)]), root(turn, p * R));
    turn += k + q * p;
    turn -= turn >= p * R ? p * R : 0;
  }
  y[g] = p * R == N ? OUTPUT(sum) : INPUT(sum);
}
// [/kernel]
