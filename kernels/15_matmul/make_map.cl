// Makes a tensor map for t20 and later: 128 bytes that describe a matrix and a box of it to the copy engine. NVIDIA ONLY, compute
// capability 9.0 exactly: PTX for sm_90a, hidden from the compiler.
//
// A program can make one of zeros only by instructions that fill in its fields, because where they are is nobody's business.
//
// NDRange   1 work-item
// Needs     rows of a multiple of 16 bytes; a matrix whose address is a multiple of 16, and a map at a multiple of 64
#define HIDDEN "//@"

// [set]
#define SET_32(field, dimension, value) \
  asm volatile(HIDDEN "tensormap.replace.tile." field ".global.b1024.b32 [%0], " dimension \
                      "%1;" ::"l"(map), \
               "r"(value) \
               : "memory")
#define SET_64(field, dimension, value) \
  asm volatile(HIDDEN "tensormap.replace.tile." field ".global.b1024.b64 [%0], " dimension \
                      "%1;" ::"l"(map), \
               "l"(value) \
               : "memory")
#define SET_CONSTANT(field, number) \
  asm volatile(HIDDEN "tensormap.replace.tile." field ".global.b1024.b32 [%0], %1;" ::"l"(map), \
               "n"(number) \
               : "memory")
#define RELEASE() \
  asm volatile(HIDDEN "fence.proxy.tensormap::generic.release.gpu;" ::: "memory")
// [/set]

// `matrix` has `height` rows of `width` elements, bfloat16 or floats, one behind the other; a box has box_height rows of 128 bytes.
// [make_map]
kernel void make_map(global ulong* map, global uchar* matrix, const uint width, const uint height,
                     const uint box_height, const int floats) {
  const uint bytes = floats ? 4 : 2; // of an element
  for (int i = 0; i < 16; ++i)
    map[i] = 0;
  SET_64("global_address", "", (ulong)matrix);
  if (floats)
    SET_CONSTANT("elemtype", 7);
  else
    SET_CONSTANT("elemtype", 10);
  SET_32("rank", "", 1); // dimensions, less one
  SET_32("global_dim", "0, ", width);
  SET_32("global_dim", "1, ", height);
  SET_64("global_stride", "0, ", (ulong)width * bytes); // bytes from row to row
  SET_32("box_dim", "0, ", 128 / bytes);
  SET_32("box_dim", "1, ", box_height);
  SET_32("element_stride", "0, ", 1);
  SET_32("element_stride", "1, ", 1);
  SET_CONSTANT("interleave_layout", 0);
  SET_CONSTANT("swizzle_mode", 3); // 128 bytes
  SET_CONSTANT("fill_mode", 0);    // zeros beyond the edges
  RELEASE();
}
// [/make_map]
