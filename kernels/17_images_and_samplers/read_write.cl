// OpenCL C 2.0 and later: one image, read and written by the same kernel.

// [kernel]
kernel void twice_and_one(read_write image2d_t image) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const uint4 value = read_imageui(image, at); // no sampler: these images have none
  write_imageui(image, at, value * 2);
  // Without this fence the work-item need not see what it has just written itself.
  atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
  write_imageui(image, at, read_imageui(image, at) + 1);
}
// [/kernel]
