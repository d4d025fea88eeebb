// part[i] = the random number of place first + i, for i from 0 to count - 1

kernel void scatter(global uint* part, uint first, uint count, uint seed) {
  const uint i = get_global_id(0);
  if (i >= count)
    return;
  uint n = (first + i + seed) * 2654435769u;
  n = (n ^ (n >> 15)) * 2246822519u;
  part[i] = n ^ (n >> 13);
}
