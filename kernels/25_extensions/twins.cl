// What a device may lack, and how to do without: exchange between the work-items of a sub-group, dot products of bytes, and
// atomics on floats. Where the device has it, WITH_... chooses it; each twin gives the same bits everywhere.
//
// All kernels take n numbers, where n is a multiple of the local size, and have no guard for that reason. The local size is
// a multiple of 8.

// ---- The sum of each block of 8 numbers, by exchange ----

// [exchange]
#if defined(WITH_SHUFFLE)
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#define EXCHANGED(value, mask) sub_group_shuffle_xor(value, mask)
#elif defined(WITH_PTX)
float exchanged(float value, uint mask) {
  float result;
  asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;" : "=f"(result) : "f"(value), "r"(mask));
  return result;
}
#define EXCHANGED(value, mask) exchanged(value, mask)
#else
// In local memory, one cell for each work-item of the group. All of them have to call it.
float exchanged(float value, uint mask, local float* cells) {
  const uint me = get_local_id(0);
  cells[me] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  const float result = cells[me ^ mask];
  barrier(CLK_LOCAL_MEM_FENCE); // before anyone writes again
  return result;
}
#define EXCHANGED(value, mask) exchanged(value, mask, cells)
#endif

kernel void sums_of_eight(global const float* in, global float* out, local float* cells) {
  float sum = in[get_global_id(0)];
  for (uint mask = 4; mask > 0; mask /= 2)
    sum += EXCHANGED(sum, mask);
  out[get_global_id(0)] = sum;
}
// [/exchange]

// ---- Four products of bytes, added to a number, with saturation ----

// [dot]
#if defined(WITH_DOT_PRODUCT)
int dot_of_bytes(uint a, uint b, int more) {
  return dot_acc_sat_4x8packed_ss_int(a, b, more);
}
#elif defined(WITH_PTX)
int dot_of_bytes(uint a, uint b, int more) {
  int dot;
  asm("dp4a.s32.s32 %0, %1, %2, 0;" : "=r"(dot) : "r"(a), "r"(b));
  return add_sat(dot, more);
}
#else
int byte_of(uint word, int place) { // 3 is the highest: shifted to the top and down again, it keeps its sign
  return (int)(word << (24 - 8 * place)) >> 24;
}
int dot_of_bytes(uint a, uint b, int more) {
  int dot = 0;
  for (int place = 0; place < 4; ++place)
    dot += byte_of(a, place) * byte_of(b, place);
  return convert_int_sat((long)dot + more);
}
#endif

kernel void dots(global const uint* a, global const uint* b, global const int* more, global int* out) {
  const uint i = get_global_id(0);
  out[i] = dot_of_bytes(a[i], b[i], more[i]);
}
// [/dot]

// ---- Sum and minimum of many floats in one place ----

// [float-atomics]
#if defined(WITH_FLOAT_ATOMICS)
#pragma OPENCL EXTENSION cl_ext_float_atomics : enable
void add_to(volatile global float* sum, float x) {
  atomic_fetch_add_explicit((volatile global atomic_float*)sum, x, memory_order_relaxed,
                            memory_scope_device);
}
void lower(volatile global float* least, float x) {
  atomic_fetch_min_explicit((volatile global atomic_float*)least, x, memory_order_relaxed,
                            memory_scope_device);
}
#else
#if defined(WITH_PTX)
void add_to(volatile global float* sum, float x) {
  asm volatile("red.global.add.f32 [%0], %1;" : : "l"(sum), "f"(x) : "memory");
}
#else
// Write the new sum only if the old one is what we have added to; otherwise add again, to what is there now.
void add_to(volatile global float* sum, float x) {
  volatile global uint* const bits = (volatile global uint*)sum;
  uint before = 0, seen; // a guess: if it is wrong, the first exchange says so
  while ((seen = atomic_cmpxchg(bits, before, as_uint(as_float(before) + x))) != before)
    before = seen;
}
#endif
// Of two positive floats the smaller one has the smaller bits; of two negative floats, the larger bits.
void lower(volatile global float* least, float x) {
  if (signbit(x))
    atomic_max((volatile global uint*)least, as_uint(x)); // as uint, its bits are above those of any positive float
  else
    atomic_min((volatile global int*)least, as_int(x)); // as int, the bits of a negative float are below, and stay
}
#endif

kernel void sum_and_least(global const float* in, volatile global float* out) {
  add_to(&out[0], in[get_global_id(0)]);
  lower(&out[1], in[get_global_id(0)]);
}
// [/float-atomics]

// ---- For recorded commands ----

kernel void next(global uint* x, uint by) {
  x[get_global_id(0)] = x[get_global_id(0)] * 1664525 + by;
}
