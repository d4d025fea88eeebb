// result[0] = the threshold, [1] = how many pixels are at or above it, [2] = their mean; one work-item

kernel void threshold(global const uint* counts, global uint* result) {
  uint t = 128, next = 128;
  ulong pixels[2], sums[2];
  do {
    t = next;
    pixels[0] = pixels[1] = sums[0] = sums[1] = 0;
    for (uint level = 0; level < 256; ++level) {
      const int bright = level >= t;
      pixels[bright] += counts[level];
      sums[bright] += (ulong)level * counts[level];
    }
    if (pixels[0] == 0 || pixels[1] == 0) // one class is empty: the mean of the other
      next = (sums[0] + sums[1]) / (pixels[0] + pixels[1]);
    else
      next = (sums[0] / pixels[0] + sums[1] / pixels[1]) / 2;
  } while (next != t);
  result[0] = t;
  result[1] = pixels[1];
  result[2] = pixels[1] > 0 ? sums[1] / pixels[1] : 0;
}
