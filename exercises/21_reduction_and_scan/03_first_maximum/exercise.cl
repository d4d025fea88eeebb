// result[0] = index of the first maximum, result[1] = the maximum; one work-group

kernel void first_maximum(global const int* in, int n, global int* result, local int* values,
                          local int* indices) {
  if (get_local_id(0) == 0) {
    result[0] = 0;
    result[1] = in[0];
  }
}
