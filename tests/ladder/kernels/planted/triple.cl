// out[i] = 3 in[i], with one bug at a time: -DBUG_name. See tests/ladder/planted.cpp.
//
// NDRange   n rounded up (1-D), any local size up to 4096
// Local     16 KiB, only for BUG_race

#ifdef BUG_tunable
#if WAY == 3
#error this way is closed
#endif
#define FACTOR (WAY == 0 ? 4.0f : 3.0f)
#else
#define FACTOR 3.0f
#endif

__kernel void triple(__global const float* in, __global float* out, __global const float* never_written, int n) {
  const int i = get_global_id(0);

#ifdef BUG_race
  // In the order in which a CPU runs the work-items of a group, the left neighbour has always written already.
  __local float shared[4096];
  const int l = get_local_id(0);
  shared[l] = i < n ? in[i] : 0.0f;
  const float left = shared[l > 0 ? l - 1 : 0];
  if (i < n)
    out[i] = 3.0f * in[i] + (left > 1e30f ? 1.0f : 0.0f);
  return;
#endif

#ifdef BUG_divergent
  if (i < n)
    barrier(CLK_LOCAL_MEM_FENCE);
#endif

#ifdef BUG_past_end
  if (i > n)
    return;
  out[i] = i < n ? 3.0f * in[i] : 0.0f;
  return;
#endif

#ifdef BUG_unwritten
  if (i >= n - 1)
    return;
#endif
  if (i >= n)
    return;
  out[i] = FACTOR * in[i];
#ifdef BUG_slow
  for (int k = 0; k < 20000; ++k)
    out[i] = FACTOR * *(volatile __global const float*)(in + i);
#endif

#if defined(BUG_wrong)
  if (i == n / 2)
    out[i] += 0.5f;
#elif defined(BUG_nan)
  if (i == n / 2)
    out[i] = NAN;
#elif defined(BUG_out_of_bounds)
  if (in[i + 1] > 1e30f)
    out[i] = 0.0f;
#elif defined(BUG_uninitialised)
  if (never_written[i] == 1e30f)
    out[i] = 0.0f;
#elif defined(BUG_wasteful)
  if (*(volatile __global const float*)(in + i) > 1e30f)
    out[i] = 0.0f;
#elif defined(BUG_syntax)
  out[i] = in[i]
#elif defined(BUG_endless)
  while (*(volatile __global const float*)(in + i) < 1e30f)
    ;
#endif
}
