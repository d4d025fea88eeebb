// *best = the level t with the largest variance between the levels below t and those from t on; one work-group

kernel void otsu(global const uint* counts, global uint* best, local float* variances) {
  for (uint t = get_local_id(0); t < 256; t += get_local_size(0)) {
    float dark = 0, bright = 0, dark_sum = 0, bright_sum = 0;
    for (uint level = 0; level < 256; ++level)
      if (level < t) {
        dark += counts[level];
        dark_sum += (float)level * counts[level];
      } else {
        bright += counts[level];
        bright_sum += (float)level * counts[level];
      }
    const float apart = dark_sum / dark - bright_sum / bright;
    variances[t] = dark > 0 && bright > 0 ? dark * bright * apart * apart : 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    uint t = 0;
    for (uint other = 1; other < 256; ++other)
      if (variances[other] > variances[t])
        t = other;
    *best = t;
  }
}
