// means[r], largest[r] of row r; rows of `length` numbers, one below the other

kernel void describe(global const float* in, global float* means, global float* largest, uint length,
                     uint rows) {
  const uint row = (uint)get_global_id(0);
  if (row >= rows)
    return;
  float sum = 0.0f, most = -INFINITY;
  for (uint k = 0; k < length; ++k) {
    const float x = in[row * length + k];
    sum += x;
    most = fmax(most, x);
  }
  means[row] = sum / length;
  largest[row] = most;
}
