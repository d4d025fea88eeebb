// The kernels of the lesson's program: an integral image, and a blur that costs the same with every radius.
//
// In an integral image each pixel holds the sum of all pixels above it and to its left, itself included, for each channel.
// The sums are made in two passes: `rows` adds up along the rows, `columns` down the columns of what `rows` has made.
// They are uints and may overflow: they are then right modulo 2^32, and so is what `blur` computes from four of them.
// A box of radius 2047, the largest, has 4095 * 4095 pixels, and 255 times that is less than 2^32: its own sum is right.

// [scan]
// scan: the sums of values[0] to values[item], for each work-item of the group.
#ifndef GROUP
#define GROUP 64
#endif

uint4 scan(const uint4 mine, local uint4* values) {
  const uint item = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE); // the call before this one has read all it needs
  values[item] = mine;
  for (uint stride = 1; stride < GROUP; stride *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint4 left = 0;
    if (item >= stride)
      left = values[item - stride];
    barrier(CLK_LOCAL_MEM_FENCE); // all have read: now all may write
    values[item] += left;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  return values[item];
}
// [/scan]

// [rows]
// rows: one work-group for each row of the picture, which takes GROUP pixels at a time.
//
// NDRange   GROUP x height, local size GROUP x 1
// Loads     width * height pixels
// Stores    width * height uint4
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
rows(global const uchar4* picture, const int width, global uint4* sums) {
  local uint4 values[GROUP];
  const size_t row = get_global_id(1) * width;
  uint4 before = 0; // the sum of all pixels left of these
  for (int first = 0; first < width; first += GROUP) { // the same for the whole group
    const int x = first + get_local_id(0);
    uint4 mine = 0;
    if (x < width)
      mine = convert_uint4(picture[row + x]);
    const uint4 sum = scan(mine, values);
    if (x < width)
      sums[row + x] = before + sum;
    before += values[GROUP - 1];
  }
}
// [/rows]

// [columns]
// columns: one work-item for each column walks down and adds. Neighbours read neighbours.
//
// NDRange   width work-items at least, any local size
// Loads     width * height uint4
// Stores    width * height uint4
kernel void columns(global uint4* sums, const int width, const int height) {
  const int x = get_global_id(0);
  if (x >= width)
    return;
  uint4 sum = 0;
  for (int y = 0; y < height; ++y) {
    sum += sums[(size_t)y * width + x];
    sums[(size_t)y * width + x] = sum;
  }
}
// [/columns]

// [blur]
// The sum of all pixels above row `y` and left of column `x`.
uint4 corner(global const uint4* sums, const int width, const int x, const int y) {
  if (x == 0 || y == 0)
    return 0;
  return sums[(size_t)(y - 1) * width + x - 1];
}

// blur: each pixel becomes the mean of the pixels not more than a radius away in each direction, as far as there are any.
// The radius is `radius`, or, with sharp >= 0, grows with the distance from the row `sharp`.
//
// NDRange   width x height work-items at least, any local size
// Loads     at most four uint4 and one pixel for each pixel
// Stores    one pixel
kernel void blur(global const uchar4* picture, global const uint4* sums, const int width,
                 const int height, const int radius, const int sharp, global uchar4* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const int r = sharp < 0 ? radius : (int)((long)radius * abs(y - sharp) / height);
  const int left = max(x - r, 0), right = min(x + r + 1, width);
  const int top = max(y - r, 0), bottom = min(y + r + 1, height);
  const uint4 sum = corner(sums, width, right, bottom) - corner(sums, width, left, bottom) -
                    corner(sums, width, right, top) + corner(sums, width, left, top);
  const uint area = (right - left) * (bottom - top);
  uchar4 result = convert_uchar4((sum + area / 2) / area); // rounded
  result.w = picture[(size_t)y * width + x].w;             // alpha stays what it is
  output[(size_t)y * width + x] = result;
}
// [/blur]
