// report = {how many are wrong, the first wrong index, the largest distance}; before: {0, n, 0}

int place_of(float x) {
  const int bits = as_int(x);
  return bits >= 0 ? bits : INT_MIN - bits;
}

uint distance_of(float a, float b) {
  if (isnan(a) || isnan(b))
    return isnan(a) && isnan(b) ? 0 : UINT_MAX;
  return abs_diff(place_of(a), place_of(b));
}

kernel void verdict(global const float* got, global const float* want, volatile global uint* report,
                    uint n, uint allowed) {
  const uint i = (uint)get_global_id(0);
  if (i >= n)
    return;
  const uint distance = distance_of(got[i], want[i]);
  if (distance > allowed) {
    atomic_inc(&report[0]);
    atomic_min(&report[1], i);
  }
  atomic_max(&report[2], distance);
}
