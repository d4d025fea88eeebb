// Writing to images that are not plain 2-D ones. Each work-item writes one pixel, a number that says where it is:
// x + 100 y + 10000 z in the red channel. The sizes are the images' own, without a guard: the host launches one work-item
// for each pixel.
int4 place(int x, int y, int z) {
  return (int4)(x + 100 * y + 10000 * z, 0, 0, 1);
}

kernel void line(write_only image1d_t out) {
  const int x = get_global_id(0);
  write_imagei(out, x, place(x, 0, 0)); // a coordinate is an int
}

kernel void line_in_buffer(write_only image1d_buffer_t out) { // an image over the memory of a buffer
  const int x = get_global_id(0);
  write_imagei(out, x, place(x, 0, 0));
}

kernel void lines(write_only image1d_array_t out) {
  const int x = get_global_id(0), y = get_global_id(1);
  write_imagei(out, (int2)(x, y), place(x, y, 0)); // the second coordinate is the line
}

kernel void pictures(write_only image2d_array_t out) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  write_imagei(out, (int4)(x, y, z, 0), place(x, y, z)); // the third is the picture; the fourth is ignored
}

// The macro of OpenCL C 1.2, and that of OpenCL C 3.0.
#if defined(cl_khr_3d_image_writes) || defined(__opencl_c_3d_image_writes)
#ifdef cl_khr_3d_image_writes
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
#endif
kernel void volume(write_only image3d_t out) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  write_imagei(out, (int4)(x, y, z, 0), place(x, y, z));
}
#endif

// Without it: the same pixels in a buffer, which the host copies to the image with clEnqueueCopyBufferToImage.
kernel void volume_in_buffer(global int4* out) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  out[(z * get_global_size(1) + y) * get_global_size(0) + x] = place(x, y, z);
}
