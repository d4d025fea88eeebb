// timeline: draws one row for each command. A command has four times, one after the other:
// queued, submitted, started, ended. Column c of the picture stands for the time first + c * step.

kernel void timeline(global const ulong* times, global int* picture, ulong first, ulong step,
                     uint commands, uint columns) {
  const size_t i = get_global_id(0);
  if (i >= commands * columns)
    return;
  picture[i] = 0;
}
