// Zeroes all numbers whose magnitude is below `least`, and counts those that stay

kernel void keep(global float2* X, int n, float least, global int* kept) {
  const int k = get_global_id(0);
  if (k >= n)
    return;
  if (length(X[k]) < least)
    X[k] = (float2)(0.0f);
  else
    atomic_inc(kept);
}
