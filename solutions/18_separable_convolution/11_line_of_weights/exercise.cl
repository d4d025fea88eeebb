// A filter along rows with 2 * RADIUS + 1 weights; beside the picture all pixels are 0. Groups of LINE work-items in a row.
// The tile of pixels is in local memory, and so is the line of weights.
#define TILE (LINE + 2 * RADIUS)

kernel void rows(global const float* in, global const float* weights, global float* out, int width, int height) {
  local float tile[TILE], line[2 * RADIUS + 1];
  const int x = get_global_id(0), y = get_global_id(1), n = get_local_id(0);
  for (int k = n; k < TILE; k += LINE) {
    const int from = x - n + k - RADIUS;
    tile[k] = from >= 0 && from < width ? in[y * width + from] : 0.0f;
  }
  for (int k = n; k < 2 * RADIUS + 1; k += LINE)
    line[k] = weights[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x >= width)
    return;
  float sum = 0.0f;
  for (int i = 0; i < 2 * RADIUS + 1; ++i)
    sum += line[i] * tile[n + i];
  out[y * width + x] = sum;
}
