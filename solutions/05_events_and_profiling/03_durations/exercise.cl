// waits, runs, shares of each command: started - queued, ended - started, 100 * run / (wait + run)

kernel void durations(global const uint* queued, global const uint* started, global const uint* ended,
                      global uint* waits, global uint* runs, global uint* shares, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const uint start = started[i];
  const uint wait = start - queued[i], run = ended[i] - start;
  waits[i] = wait;
  runs[i] = run;
  shares[i] = wait + run > 0 ? 100 * run / (wait + run) : 0;
}
