// timeline: draws one row for each command. A command has four times, one after the other:
// queued, submitted, started, ended. Column c of the picture stands for the time first + c * step.

kernel void timeline(global const ulong* times, global int* picture, ulong first, ulong step,
                     uint commands, uint columns) {
  const size_t i = get_global_id(0);
  if (i >= commands * columns)
    return;
  const size_t command = i / columns;
  const ulong now = first + i % columns * step;
  int passed = 0;
  for (int k = 0; k < 4; ++k)
    if (times[4 * command + k] <= now)
      ++passed;
  picture[i] = passed;
}
