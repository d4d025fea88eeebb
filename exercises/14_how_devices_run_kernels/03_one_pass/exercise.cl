// means[r], largest[r] of row r; rows of `length` numbers, one below the other

kernel void describe(global const float* in, global float* means, global float* largest, uint length,
                     uint rows) {
  const uint row = (uint)get_global_id(0);
  if (row >= rows)
    return;
  float sum = 0.0f;
  for (uint k = 0; k < length; ++k)
    sum += in[row * length + k];
  means[row] = sum / length;
  float most = -INFINITY;
  for (uint k = 0; k < length; ++k)
    most = fmax(most, in[row * length + k]);
  largest[row] = most;
}
