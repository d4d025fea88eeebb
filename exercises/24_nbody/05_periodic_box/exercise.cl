// Moves bodies for a time dt, in a box from -1 to 1 in each direction. places: x, y, z, mass. velocities: x, y, z, 0.

kernel void drift(global float4* places, global const float4* velocities, int n, float dt) {
  const int i = (int)get_global_id(0);
  if (i >= n)
    return;
  const float4 place = places[i] + dt * velocities[i];
  places[i] = place;
}
