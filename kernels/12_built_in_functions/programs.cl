// Small programs from text books, mended.
//
// Data      primes: one uchar for each work-item; maximum: a picture of floats, in and out;
//           common_bits: count reference words, n queries; beta: n floats
// NDRange   primes: 1-D, the global ids are the numbers; maximum: 1-D or 2-D, as large as the picture;
//           the others: 1-D, global_size >= n; any local_size
// Memory    primes: 1 store of 1 byte; maximum: up to 5 loads and 1 store of 4 bytes; common_bits: count
//           + 1 loads of 8 bytes, 2 stores of 4; beta: 2 loads and 1 store of 4 bytes

// [primes]
kernel void primes(global uchar* is_prime) {
  const uint number = get_global_id(0); // the offset chooses where to begin
  uchar prime = number >= 2;
  for (uint d = 2; (ulong)d * d <= number; ++d) // up to the root; 32 bits would overflow
    if (number % d == 0) {
      prime = 0;
      break;
    }
  is_prime[number - get_global_offset(0)] = prime;
}
// [/primes]

// [maximum]
kernel void local_maximum(global const float* in, global float* out) {
  const int x = get_global_id(0), width = get_global_size(0);
  const int y = get_global_id(1), height = get_global_size(1); // 0 and 1 in one dimension
  global const float* here = in + (size_t)y * width + x;
  float largest = *here;
  if (x > 0)
    largest = fmax(largest, here[-1]);
  if (x + 1 < width)
    largest = fmax(largest, here[1]);
  if (y > 0)
    largest = fmax(largest, here[-width]);
  if (y + 1 < height)
    largest = fmax(largest, here[width]);
  out[(size_t)y * width + x] = largest;
}
// [/maximum]

// [common-bits]
kernel void common_bits(global const ulong* references, uint count, global const ulong* queries,
                        global uint* most, global uint* least, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  uint in_common = 0, different = 64;
  for (uint k = 0; k < count; ++k) { // popcount has the type of its word, and max wants one type
    in_common = max(in_common, (uint)popcount(references[k] & queries[i]));
    different = min(different, (uint)popcount(references[k] ^ queries[i]));
  }
  most[i] = in_common;
  least[i] = different; // small for the nearest neighbour
}
// [/common-bits]

// [beta]
kernel void beta(global const float* xs, global const float* ys, global float* with_tgamma,
                 global float* with_lgamma, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const float x = xs[i], y = ys[i];
  with_tgamma[i] = tgamma(x) * tgamma(y) / tgamma(x + y);
  with_lgamma[i] = exp(lgamma(x) + lgamma(y) - lgamma(x + y)); // for positive x and y
}
// [/beta]
