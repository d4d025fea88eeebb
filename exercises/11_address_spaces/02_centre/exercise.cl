// out[i] = in[i] - mean of the numbers of the work-group

kernel void centre(global const float* in, global float* out, local float* tile, uint n) {
  const uint i = (uint)get_global_id(0);
  const uint first = (uint)(get_group_id(0) * get_local_size(0));
  const uint members = min((uint)get_local_size(0), n - first);
  if (i >= n)
    return;
  float sum = 0.0f;
  for (uint k = 0; k < members; ++k)
    sum += in[first + k];
  out[i] = in[i] - sum / members;
}
