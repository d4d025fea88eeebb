// Finds the stars in a picture of the night sky, and measures them.
//
// Pictures are stored row by row. Pixels of the camera are bytes; from `flatten` on they are floats from 0 to 255.
// Kernels "for each pixel" have a work-item for each, in one dimension (i) or in two (x, y). All of them work for every
// size, for every size of a work-group, and for index spaces that were rounded up.

#define BINS 64

// ---------------------------------------------------------------------------------------------------------------------
// 1. mean_of: what the camera sees in the dark
//    For each pixel: the mean of this pixel in `count` pictures that follow each other in `frames`, rounded to the
//    nearest whole number (a half is rounded up).
// ---------------------------------------------------------------------------------------------------------------------

kernel void mean_of(global const uchar* frames, global uchar* dark, uint pixels, uint count) {
  const uint i = (uint)get_global_id(0);
  if (i >= pixels)
    return;
  uchar sum = 0;
  for (uint frame = 0; frame < count; ++frame)
    sum += frames[frame * pixels + i];
  dark[i] = (uchar)((sum + count / 2) / count);
}

// ---------------------------------------------------------------------------------------------------------------------
// 2. subtract: take that away
//    For each pixel: the picture minus the dark one, and 0 where the dark one is brighter.
// ---------------------------------------------------------------------------------------------------------------------

kernel void subtract(global const uchar* picture, global const uchar* dark, global uchar* out, uint pixels) {
  const uint i = (uint)get_global_id(0);
  if (i < pixels)
    out[i] = sub_sat(picture[i], dark[i]);
}

// ---------------------------------------------------------------------------------------------------------------------
// 3. flatten: the lens makes the corners darker
//    For each pixel: picture * 128 / flat, with its fraction, but at most 255; and 0 where flat is 0. `flat` is a
//    picture of an evenly lit wall.
// ---------------------------------------------------------------------------------------------------------------------

kernel void flatten(global const uchar* picture, global const uchar* flat, global float* out, uint pixels) {
  const uint i = (uint)get_global_id(0);
  if (i >= pixels)
    return;
  const int light = flat[i];
  out[i] = light == 0 ? 0.0f : min(255.0f, (float)(picture[i] * 128 / light));
}

// ---------------------------------------------------------------------------------------------------------------------
// 4. median: single pixels that are broken
//    For each pixel: the median of the 3 x 3 pixels around it. Outside, the nearest pixel of the picture counts.
// ---------------------------------------------------------------------------------------------------------------------

kernel void median(global const float* in, global float* out, int width, int height) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  if (x >= width || y >= height)
    return;
  float sorted[9];
  int count = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const int px = clamp(x + dx, 0, width - 1);
      const int py = clamp(y + dy, 0, height);
      const float value = in[py * width + px];
      int place = count++;
      while (place > 0 && sorted[place - 1] > value) { // move the larger ones up
        sorted[place] = sorted[place - 1];
        --place;
      }
      sorted[place] = value;
    }
  out[y * width + x] = sorted[4];
}

// ---------------------------------------------------------------------------------------------------------------------
// 5. histogram: how bright is the sky?
//    For each pixel: counts it in bin value / 4, of 64 bins; brighter ones are in the last bin. The host has set
//    `bins` to 0. Each group counts in local memory first, and reads each of its pixels once.
// ---------------------------------------------------------------------------------------------------------------------

kernel void histogram(global const float* in, volatile global uint* bins, uint pixels) {
  local uint own[BINS];
  const uint i = (uint)get_global_id(0), l = (uint)get_local_id(0), members = (uint)get_local_size(0);
  if (l < BINS)
    own[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < pixels)
    atomic_inc(&own[min((uint)(in[i] / 4.0f), (uint)(BINS - 1))]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = l; bin < BINS; bin += members)
    if (own[bin] > 0)
      atomic_add(&bins[bin], own[bin]);
}

// ---------------------------------------------------------------------------------------------------------------------
// 6. level_of: what is brighter than the sky?
//    One work-item. *level = the smallest bin for which at most a fiftieth of all pixels is in the bins above it.
// ---------------------------------------------------------------------------------------------------------------------

kernel void level_of(global const uint* bins, global uint* level, uint pixels) {
  if (get_global_id(0) > 0)
    return;
  uint bin = BINS - 1, above = 0;
  while (bin > 0 && above + bins[bin] <= pixels / 50) {
    above += bins[bin];
    --bin;
  }
  *level = bin;
}

// ---------------------------------------------------------------------------------------------------------------------
// 7. find: the stars
//    For each pixel: it is a star if it is brighter than `limit`, and no pixel of the 3 x 3 around it is brighter. Of
//    neighbours that are equally bright, only the one that comes first in memory is a star. Places (y * width + x)
//    go to `stars`, in any order; `*count`, which the host has set to 0, says how many there are. `stars` has room for
//    `room` of them: if there are more, they are counted, but not stored.
// ---------------------------------------------------------------------------------------------------------------------

kernel void find(global const float* in, global uint* stars, volatile global uint* count, float limit, uint room,
                 int width, int height) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  if (x >= width || y >= height)
    return;
  const float value = in[y * width + x];
  bool star = value > limit;
  for (int py = max(y - 1, 0); py <= min(y + 1, height - 1); ++py)
    for (int px = max(x - 1, 0); px <= min(x + 1, width - 1); ++px) {
      const float other = in[py * width + px];
      const bool earlier = py < y || (py == y && px < x);
      if (other > value || (earlier && other == value))
        star = false;
    }
  if (star) {
    const uint place = atomic_inc(count);
    stars[place] = (uint)(y * width + x);
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// 8. centre: between the pixels
//    For each star: the mean place of the 5 x 5 pixels around it, weighted with their brightness. Pixels outside of
//    the picture are left out. The weights of a star are never all 0.
// ---------------------------------------------------------------------------------------------------------------------

kernel void centre(global const float* in, global const uint* stars, global float* centre_x, global float* centre_y,
                   uint count, uint width, uint height) {
  const uint k = (uint)get_global_id(0);
  if (k >= count)
    return;
  const uint x = stars[k] % width, y = stars[k] / width;
  float sum, sum_x = 0.0f, sum_y = 0.0f;
  for (uint j = 0; j < 5; ++j)
    for (uint i = 0; i < 5; ++i) {
      const uint px = x + i - 2, py = y + j - 2; // left of 0 is a very large number
      if (px < width && py < height) {
        const float weight = in[py * width + px];
        sum += weight;
        sum_x += weight * px;
        sum_y += weight * py;
      }
    }
  centre_x[k] = sum_x / sum;
  centre_y[k] = sum_y / sum;
}

// ---------------------------------------------------------------------------------------------------------------------
// 9. flux: how much light?
//    A work-group for each star. The sum of all pixels that are at most `reach` columns and `reach` rows away. Each
//    pixel is read once; `partial` has room for a float of each work-item.
// ---------------------------------------------------------------------------------------------------------------------

kernel void flux(global const float* in, global const uint* stars, global float* out, local float* partial, int reach,
                 int width, int height) {
  const uint k = (uint)get_group_id(0), l = (uint)get_local_id(0), members = (uint)get_local_size(0);
  const int x = (int)(stars[k] % (uint)width), y = (int)(stars[k] / (uint)width);
  const uint side = (uint)(2 * reach + 1);
  float sum = 0.0f;
  for (uint i = l; i < side * side; i += members) {
    const int px = x - reach + (int)(i % side), py = y - reach + (int)(i / side);
    if (px >= 0 && px < width && py >= 0 && py < height)
      sum += in[py * width + px];
  }
  partial[l] = sum;
  for (uint left = members; left > 1;) { // the upper half is added to the lower one
    const uint lower = left / 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l + lower < left)
      partial[l] += partial[l + lower];
    left = lower;
  }
  if (l == 0)
    out[k] = partial[0];
}

// ---------------------------------------------------------------------------------------------------------------------
// 10. magnitude: as astronomers say it
//     For each star: -2.5 times the decimal logarithm of flux / reference; INFINITY where the flux is not above 0.
// ---------------------------------------------------------------------------------------------------------------------

kernel void magnitude(global const float* fluxes, global float* out, float reference, uint count) {
  const uint k = (uint)get_global_id(0);
  if (k < count)
    out[k] = fluxes[k] > 0.0f ? -2.5f * log(fluxes[k] / reference) : INFINITY;
}

// ---------------------------------------------------------------------------------------------------------------------
// 11. mark: a cross on each star
//     For each pixel: 255 if it is in the column or the row of a star and at most `arm` pixels away from it; otherwise
//     what it was.
// ---------------------------------------------------------------------------------------------------------------------

kernel void mark(global float* picture, global const uint* stars, uint count, int arm, uint width, uint height) {
  const uint x = (uint)get_global_id(0), y = (uint)get_global_id(1);
  if (x >= width || y >= height)
    return;
  for (uint k = 0; k < count; ++k) {
    const uint dx = x - stars[k] % width, dy = y - stars[k] / width;
    if ((dx == 0 && abs(dy) <= arm) || (dy == 0 && abs(dx) <= arm))
      picture[y * width + x] = 255.0f;
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// 12. turn: the telescope's camera lay on its side
//     For each pixel: out(row x, column y) = in(row y, column x). Work-groups of SIDE x SIDE; rows of both pictures are
//     read and written along the rows, through local memory.
// ---------------------------------------------------------------------------------------------------------------------

kernel void turn(global const float* in, global float* out, int width, int height) {
  local float tile[SIDE][SIDE + 1]; // one more, against conflicts of banks
  const int lx = (int)get_local_id(0), ly = (int)get_local_id(1);
  const int left = (int)get_group_id(0) * SIDE, top = (int)get_group_id(1) * SIDE;
  if (left + lx < width && top + ly < height)
    tile[ly][lx] = in[(top + ly) * width + left + lx];
  const int column = top + lx, row = left + ly; // of the turned picture
  if (column < height && row < width)
    out[row * height + column] = tile[lx][ly];
}

// ---------------------------------------------------------------------------------------------------------------------
// 13. stretch: for the screen
//     For each pixel: 255 * (value - low) / (high - low), rounded to the nearest whole number (a half to the even one);
//     what is above 255 becomes 255, and what is below 0 becomes 0.
// ---------------------------------------------------------------------------------------------------------------------

kernel void stretch(global const float* in, global uchar* out, float low, float high, uint pixels) {
  const uint i = (uint)get_global_id(0);
  if (i < pixels)
    out[i] = convert_uchar_rte(255.0f * (in[i] - low) / (high - low));
}
