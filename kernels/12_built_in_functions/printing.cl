// printf: what a kernel has to say.
//
// Data      values: n floats, out: n floats
// NDRange   1-D, global_size >= n, any local_size
// Memory    speak: none; roots: 1 load and 1 store of 4 bytes per element

// [speak]
kernel void speak(uint n) {
  const uint i = get_global_id(0); // printf needs the exact type, so no size_t
  if (i >= n)
    return;
  const float4 row = (float4)(i, i + 0.25f, i + 0.5f, i + 0.75f);
  printf("work-item %u: hex %#x, float %.2f, text %s, 100%%\n", i, i + 255, i / 4.0f, "literal");
  printf("%v4hlf is the vector of work-item %u\n", row, i); // first in its line: see late-vector
}
// [/speak]

// [roots]
kernel void roots(global const float* values, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  out[i] = sqrt(values[i]);
  if (isnan(out[i])) // say something only where something is wrong
    printf("roots: element %u: the root of %g is %g\n", (uint)i, values[i], out[i]);
}
// [/roots]
