// Kernels that are wrong, each in one way.
//
// Data      see the demo with the same name in demos.cpp
// NDRange   1-D or 2-D; n work-items where there is an n
// Memory    not counted

// [lost-update]
kernel void lost_update(volatile global int* counter) {
  *counter = *counter + 1; // load, add, store: others come in between
}

kernel void in_slow_motion(volatile global int* counter) {
  const int seen = *counter;
  barrier(CLK_GLOBAL_MEM_FENCE); // wait until the others of the work-group have loaded as well
  *counter = seen + 1;
}
// [/lost-update]

// [new-value]
kernel void tickets(volatile global int* next, global int* ticket) {
  ticket[get_global_id(0)] = atomic_inc(next); // is the first one 1?
}
// [/new-value]

// [vload-bytes]
kernel void third_vector(global const float* in, global float* out) {
  vstore4(vload4(2 * 4 * sizeof(float), in), 0, out);     // wrong: an offset in bytes
  vstore4(vload4(2 * 4, in), 1, out); // wrong: an offset in floats
  vstore4(vload4(2, in), 2, out);     // the offset counts vectors
}
// [/vload-bytes]

// [half-of-n]
kernel void primes_up_to_half(global uchar* is_prime) {
  const uint number = get_global_id(0);
  uchar prime = 1; // 0 and 1 stay prime
  for (uint d = 2; d < number / 2; ++d) // never asks for 4 / 2
    if (number % d == 0)
      prime = 0;
  is_prime[number] = prime;
}
// [/half-of-n]

// [row-wrap]
kernel void maximum_by_position(global const float* in, global float* out) {
  const size_t position = get_global_id(1) * get_global_size(0) + get_global_id(0);
  const size_t size = get_global_size(0) * get_global_size(1);
  float largest = in[position];
  if (position >= 1) // the first of a row has a neighbour: the last of the row above
    largest = fmax(largest, in[position - 1]);
  if (position + 1 < size)
    largest = fmax(largest, in[position + 1]);
  out[position] = largest;
}
// [/row-wrap]

// [flt-min]
kernel void maximum_from_flt_min(global const float* in, global float* out, uint n) {
  float largest = FLT_MIN, right = -INFINITY;
  for (uint i = 0; i < n; ++i) {
    largest = fmax(largest, in[i]);
    right = fmax(right, in[i]);
  }
  out[0] = largest;
  out[1] = right;
}
// [/flt-min]

// [late-vector]
kernel void vector_in_the_middle(global const float4* rows) {
  const uint i = get_global_id(0);
  printf("%u: half is %.2f, row is %v4hlf of %u\n", i, i / 2.0f, rows[i], i);
}
// [/late-vector]

// [wide-mul24]
kernel void multiply24(global const int* numbers, global int* out) {
  out[0] = mul24(numbers[0], numbers[1]);
  out[1] = numbers[0] * numbers[1];
}
// [/wide-mul24]

// [exact-zero]
kernel void sine_of_pi(global const float* turns, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  out[i] = sin(M_PI_F * turns[i]); // M_PI_F is not pi
  out[n + i] = sinpi(turns[i]);
}
// [/exact-zero]

// [native-range]
kernel void large_angles(global const float* angles, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  out[i] = native_sin(angles[i]);
  out[n + i] = sin(angles[i]);
}
// [/native-range]
