// What a kernel sees of a pixel: the function must fit the kind of format.

// [see]
kernel void see_f(read_only image2d_t image, global float4* out) { // normalised, half and float
  out[0] = read_imagef(image, (int2)(0, 0));
}

kernel void see_i(read_only image2d_t image, global float4* out) { // CL_SIGNED_INT*
  out[0] = convert_float4(read_imagei(image, (int2)(0, 0)));
}

kernel void see_ui(read_only image2d_t image, global float4* out) { // CL_UNSIGNED_INT*
  out[0] = convert_float4(read_imageui(image, (int2)(0, 0)));
}
// [/see]

kernel void write_f(global const float4* in, write_only image2d_t image) {
  const int x = get_global_id(0);
  write_imagef(image, (int2)(x, 0), in[x]);
}

kernel void see_at(read_only image2d_t image, int x, int y, global uint4* out) {
  out[0] = read_imageui(image, (int2)(x, y));
}
