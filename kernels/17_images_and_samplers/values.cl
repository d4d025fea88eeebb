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

// [describe]
kernel void describe(read_only image2d_t image, global int* answers) {
  answers[0] = get_image_channel_order(image) == CLK_RGBA;
  answers[1] = get_image_channel_data_type(image) == CLK_SIGNED_INT8;
  vstore2(get_image_dim(image), 1, answers); // width and height together
}
// [/describe]

kernel void write_i(write_only image2d_t image) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagei(image, at, (int4)(-128, at.x - 5, at.y, 127));
}

kernel void see_at(read_only image2d_t image, int x, int y, global uint4* out) {
  out[0] = read_imageui(image, (int2)(x, y));
}
