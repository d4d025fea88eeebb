// Who reads which address? All kernels read each of n words once and write each of n words once; only the order of the
// reads differs. The writes are always next to each other.
//
// Data      in: n words (and, for `shifted`, `shift` more); out: n words; n is a power of two
// NDRange   1-D, n work-items
// Traffic   8 bytes for each work-item

// [fill]
// in[i] is a number that tells where it came from.
kernel void fill(global uint* in) {
  const uint i = get_global_id(0);
  in[i] = i * 2654435761u;
}
// [/fill]

// [patterns]
kernel void shifted(global const uint* restrict in, global uint* restrict out, uint shift) {
  const uint i = get_global_id(0);
  out[i] = in[i + shift];
}

kernel void strided(global const uint* restrict in, global uint* restrict out, uint stride, uint log_n) {
  const uint i = get_global_id(0), n = 1u << log_n;
  const uint place = i * stride;                   // neighbours read `stride` words apart; behind
  out[i] = in[(place & (n - 1)) + (place >> log_n)]; // the end comes a next round, one word further
}

kernel void scattered(global const uint* restrict in, global uint* restrict out, uint log_n) {
  const uint i = get_global_id(0), n = 1u << log_n;
  uint place = i * 2654435769u & (n - 1); // each of the three steps is a permutation of 0 ... n - 1
  place ^= place >> 7;
  place = place * 2246822519u & (n - 1);
  out[i] = in[place];
}
// [/patterns]

// [corner]
// For the shapes of work-groups: a sum of three neighbours in a picture with one row and column more.
kernel void corner(global const uint* restrict in, global uint* restrict out, uint width) {
  const uint x = get_global_id(0), y = get_global_id(1);
  global const uint* p = in + y * (width + 1) + x;
  out[y * width + x] = p[0] + p[1] + p[width + 1];
}
// [/corner]
