// busy: a command that takes as long as it is told, for experiments on queues.
//
// Data      a, b, result: one uint each, in global memory; result may be a or b
// NDRange   one work-item, so that a second such command fits on another compute unit
// Work      `steps` steps of a random number generator, each of which needs the one before

kernel void busy(global const uint* a, global const uint* b, global uint* result, uint steps) {
  uint x = a[0] + 3 * b[0]; // a and b count differently: exchanged inputs are noticed
  for (uint i = 0; i < steps; ++i)
    x = x * 1664525 + 1013904223;
  result[0] = x;
}
