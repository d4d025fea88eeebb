// How large may an index be?
//
// Data      one element for each work-item in each buffer
// NDRange   wide: 1-D, any local_size, any offset and base; row_major: 2-D, any offset
// Memory    wide: 3 stores of 8, 4 and 8 bytes per work-item; row_major: 2 stores of 8 bytes

// [wide]
kernel void wide(global ulong* ids, global uint* narrow, global ulong* with_base, ulong base) {
  const size_t i = get_global_id(0) - get_global_offset(0);
  ids[i] = get_global_id(0);
  const uint cut_off = get_global_id(0); // compiles without a warning
  narrow[i] = cut_off;
  with_base[i] = base + i; // does not need the offset
}
// [/wide]

kernel void size_of_size_t(global uint* answer) {
  *answer = sizeof(size_t);
}

// [row-major]
kernel void row_major(global long* in_int, global long* in_size_t, int width) {
  const int row = get_global_id(1), column = get_global_id(0);
  const size_t i = (row - get_global_offset(1)) * get_global_size(0) + column - get_global_offset(0);
  in_int[i] = row * width + column; // 32 bits
  in_size_t[i] = (size_t)row * width + column;
}
// [/row-major]
