// out[i] = in[i + 1] - in[i]; in has n + 1 numbers; tile: a float for each work-item of the group, and one more

kernel void differences(global const float* in, global float* out, local float* tile, uint n) {
  const uint i = (uint)get_global_id(0);
  const uint l = (uint)get_local_id(0);
  const uint first = i - l;
  const uint members = min((uint)get_local_size(0), n - first);
  event_t copied = async_work_group_copy(tile, in + first, members + 1, 0);
  wait_group_events(1, &copied);

  if (i < n)
    out[i] = tile[l + 1] - tile[l];
}
