// sums: the same numbers, added in different orders.
//
// Data      in: n floats; out: one float, or one for each work-item

// [orders]
// One after the other: every number but the first passes through up to n - 1 additions.
kernel void serial(global const float* in, global float* out, uint n) {
  float sum = in[0];
  for (uint i = 1; i < n; ++i)
    sum += in[i];
  out[0] = sum;
}

// A part for each work-item: n / parts - 1 additions, and parts - 1 for the sums of the parts.
kernel void parts(global const float* in, global float* out, uint n) {
  const size_t first = get_global_id(0);
  float sum = in[first];
  for (size_t i = first + get_global_size(0); i < n; i += get_global_size(0))
    sum += in[i];
  out[first] = sum;
}

// One level of a tree: n numbers become half as many. log2(n) levels, one addition in each.
kernel void halve(global const float* in, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (2 * i + 1 < n)
    out[i] = in[2 * i] + in[2 * i + 1];
  else if (2 * i < n)
    out[i] = in[2 * i];
}

// Kahan's way: what an addition rounds off goes into the next one.
kernel void compensated(global const float* in, global float* out, uint n) {
  float sum = in[0], lost = 0.0f;
  for (uint i = 1; i < n; ++i) {
    const float next = in[i] - lost;
    const float grown = sum + next;
    lost = (grown - sum) - next; // exactly 0, if nothing were rounded
    sum = grown;
  }
  out[0] = sum;
}
// [/orders]

// Counts by adding 1.0f.
kernel void count(global float* out, uint n) {
  float sum = 0.0f;
  for (uint i = 0; i < n; ++i)
    sum += 1.0f;
  out[0] = sum;
}
