// waits, runs, shares of each command: started - queued, ended - started, 100 * run / (wait + run)

kernel void durations(global const uint* queued, global const uint* started, global const uint* ended,
                      global uint* waits, global uint* runs, global uint* shares, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  waits[i] = started[i] - queued[i];
  runs[i] = ended[i] - started[i];
  shares[i] = waits[i] + runs[i] > 0 ? 100 * runs[i] / (waits[i] + runs[i]) : 0;
}
