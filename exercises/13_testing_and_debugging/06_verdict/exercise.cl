// report = {how many are wrong, the first wrong index, the largest distance}; before: {0, n, 0}

kernel void verdict(global const float* got, global const float* want, volatile global uint* report,
                    uint n, uint allowed) {
  const uint i = (uint)get_global_id(0);
  if (i >= n)
    return;
  const uint distance = (uint)(fabs(got[i] - want[i]) / FLT_EPSILON);
  if (distance > allowed) {
    report[0] = report[0] + 1;
    report[1] = min(report[1], i);
  }
  report[2] = max(report[2], distance);
}
