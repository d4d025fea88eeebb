// result[0] = index of the first maximum, result[1] = the maximum; one work-group

kernel void first_maximum(global const int* in, int n, global int* result, local int* values,
                          local int* indices) {
  const int item = get_local_id(0), size = get_local_size(0);
  int best = INT_MIN, at = INT_MAX;
  for (int i = item; i < n; i += size)
    if (in[i] > best || at == INT_MAX) {
      best = in[i];
      at = i;
    }
  values[item] = best;
  indices[item] = at;
  for (int reach = size / 2; reach > 0; reach /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < reach) {
      const int other = item + reach;
      if (values[other] > values[item] ||
          (values[other] == values[item] && indices[other] < indices[item])) {
        values[item] = values[other];
        indices[item] = indices[other];
      }
    }
  }
  if (item == 0) {
    result[0] = indices[0];
    result[1] = values[0];
  }
}
