// out = points divided by their lengths; three floats each, packed.

kernel void directions(global const float* points, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const float3 p = (float3)(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
  const float3 direction = p / sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
  out[3 * i] = direction.x;
  out[3 * i + 1] = direction.y;
  out[3 * i + 2] = direction.z;
}
