// The kernels of the lesson's program: count how many pixels have each brightness, make a table that spreads them over all
// levels, and send every pixel through it. `draw` shows a histogram and its table.

// [brightness]
#define LEVELS 256 // of brightness, 0 to 255

// Rec. 709 luma in whole numbers: the weights add up to 256, and so grey keeps its value.
uint brightness(const uchar4 pixel) {
  return (54u * pixel.x + 183u * pixel.y + 19u * pixel.z + 128u) / 256u;
}
// [/brightness]

// [count]
// count: adds to counts[level] how many pixels have this brightness. The host clears `counts`.
//
// NDRange   any global size, any local size: the work-items share the pixels
// Local     LEVELS counters of the group
// Loads     each pixel once; at most LEVELS atomic additions in global memory for each group
// Stores    none
kernel void count(global const uchar4* picture, const uint pixels, volatile global uint* counts) {
  local uint mine[LEVELS];
  for (uint level = get_local_id(0); level < LEVELS; level += get_local_size(0))
    mine[level] = 0;
  barrier(CLK_LOCAL_MEM_FENCE); // no one counts before all counters are 0
  for (uint i = get_global_id(0); i < pixels; i += get_global_size(0))
    atomic_inc(&mine[brightness(picture[i])]);
  barrier(CLK_LOCAL_MEM_FENCE); // no one adds up before all pixels are counted
  for (uint level = get_local_id(0); level < LEVELS; level += get_local_size(0))
    if (mine[level] > 0)
      atomic_add(&counts[level], mine[level]);
}
// [/count]

// [table]
// make_table: table[level] = where a pixel of this brightness belongs, by how many are darker. A level counts for at most
// `limit` pixels. One work-group scans all levels, as many at a time as it has work-items (lesson 21).
//
// NDRange   one work-group of any size
// Local     two uints for each level
// Loads     LEVELS counts
// Stores    LEVELS entries
kernel void make_table(global const uint* counts, const uint limit, global uchar* table) {
  local uint sums[LEVELS], before[LEVELS]; // the running sums, and what they were one round earlier
  const uint item = get_local_id(0), size = get_local_size(0);
  for (uint level = item; level < LEVELS; level += size)
    sums[level] = min(counts[level], limit);
  for (uint reach = 1; reach < LEVELS; reach *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint level = item; level < LEVELS; level += size)
      before[level] = sums[level];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint level = item; level < LEVELS; level += size)
      if (level >= reach)
        sums[level] = before[level] + before[level - reach];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint darkest = 0;
  while (sums[darkest] == 0)
    ++darkest;
  const uint first = sums[darkest], all = sums[LEVELS - 1];
  for (uint level = item; level < LEVELS; level += size) {
    const uint darker = max(sums[level], first) - first;
    table[level] = all > first ? (255ul * darker + (all - first) / 2) / (all - first) : level;
  }
}
// [/table]

// [apply]
// apply: each colour of each pixel goes through the table; alpha stays.
//
// NDRange   pixels work-items at least, any local size
// Loads     a pixel and three entries of the table for each pixel
// Stores    each pixel once
kernel void apply(global const uchar4* picture, const uint pixels, global const uchar* table,
                  global uchar4* result) {
  const uint i = get_global_id(0);
  if (i >= pixels)
    return;
  const uchar4 old = picture[i];
  result[i] = (uchar4)(table[old.x], table[old.y], table[old.z], old.w);
}
// [/apply]

// [draw]
// draw: a histogram in blue, the table as an orange line, and the grey levels along the bottom.
//
// NDRange   width x height work-items at least, any local size
// Loads     a count and two entries of the table for each pixel
// Stores    each pixel once
kernel void draw(global const uint* counts, const uint largest, global const uchar* table,
                 const int width, const int height, global uchar4* panel) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const int level = (long)x * LEVELS / width;
  const int strip = height / 16, room = height - strip, up = room - 1 - y; // rows above the strip
  const int bar = ((ulong)counts[level] * room + largest - 1) / largest;   // at least one row
  const int to = table[level] * (room - 1) / 255;
  const int from = table[max(level - 1, 0)] * (room - 1) / 255;
  uchar4 colour = (uchar4)(248, 250, 252, 255);
  if (up < bar)
    colour = (uchar4)(37, 99, 235, 255);
  if (up >= from - 1 && up <= to + 1)
    colour = (uchar4)(234, 88, 12, 255);
  if (up < 0)
    colour = (uchar4)(level, level, level, 255);
  panel[(size_t)y * width + x] = colour;
}
// [/draw]
