// Reads an image wherever the host wants.

// [sample]
// The sampler is an argument ...
kernel void sample(read_only image2d_t image, sampler_t sampler, global const float* xs,
                   global const float* ys, global float4* out) {
  const int i = get_global_id(0), j = get_global_id(1);
  out[j * get_global_size(0) + i] = read_imagef(image, sampler, (float2)(xs[i], ys[j]));
}
// [/sample]

// [constant-sampler]
// ... or part of the program; the host builds with, say, -DSAMPLER=CLK_ADDRESS_CLAMP|CLK_FILTER_LINEAR
#ifndef SAMPLER
#define SAMPLER CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST
#endif
constant sampler_t in_program = SAMPLER;

kernel void sample_constant(read_only image2d_t image, global const float* xs,
                            global const float* ys, global float4* out) {
  const int i = get_global_id(0), j = get_global_id(1);
  out[j * get_global_size(0) + i] = read_imagef(image, in_program, (float2)(xs[i], ys[j]));
}
// [/constant-sampler]

// Whole coordinates, far outside; only nearest, in pixels.
kernel void sample_whole(read_only image2d_t image, global float4* out, const int left,
                         const int top) {
  const int i = get_global_id(0), j = get_global_id(1);
  out[j * get_global_size(0) + i] = read_imagef(image, in_program, (int2)(left + i, top + j));
}
