// roots: out = square roots of the sizes of in, with rows and columns exchanged. With mistake = NONE it
// is right; the others are for chapter 13's question which check notices which.
//
// Data      in: height x width floats, row-major; out: width x height floats
// NDRange   2-D, at least width x height work-items, any local size

// [roots]
enum { NONE, SIGN, COPY, NOTHING, WIDTH, TAIL, BEYOND };

kernel void roots(global const float* in, global float* out, uint width, uint height, int mistake) {
  const size_t x = get_global_id(0), y = get_global_id(1);
  const uint columns = mistake == BEYOND ? width + 1 : width;  // one too many
  const uint rows = mistake == TAIL ? height / 4 * 4 : height; // in fours; the rest is left out
  if (x >= columns || y >= rows)
    return;
  const float value = in[y * width + x];
  const float root = sqrt(mistake == SIGN ? value : fabs(value)); // of a negative number: NaN
  if (mistake == COPY)
    out[y * width + x] = root; // rows and columns are not exchanged
  else if (mistake == WIDTH)
    out[x * width + y] = root; // width in place of height
  else if (mistake != NOTHING)
    out[x * height + y] = root;
}
// [/roots]
