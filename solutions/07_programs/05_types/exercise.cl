// out[i] = the larger one of a[i] and b[i], for numbers of the type TYPE

#ifndef TYPE
#define TYPE float
#endif

kernel void larger(global const TYPE* a, global const TYPE* b, global TYPE* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = a[i] > b[i] ? a[i] : b[i];
}
