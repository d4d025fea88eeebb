// out[i] = i % 3 - 1; with -DBUG_unwritten the elements whose value is -1 are left out.
//
// NDRange   the number of elements (1-D)

__kernel void thirds(__global int* out) {
  const int i = get_global_id(0);
#ifdef BUG_unwritten
  if (i % 3 == 0)
    return;
#endif
  out[i] = i % 3 - 1;
}
