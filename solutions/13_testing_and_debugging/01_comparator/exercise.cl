// wrong[i] = 1 where got[i] is not want[i], give or take the tolerance

kernel void compare(global const float* got, global const float* want, global int* wrong,
                    float tolerance, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    wrong[i] = fabs(got[i] - want[i]) <= tolerance ? 0 : 1;
}
