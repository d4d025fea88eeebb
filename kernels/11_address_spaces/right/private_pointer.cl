// Rule: a pointer argument says its space: global, constant or local.
// Without a word it points to private memory, and no host can reach that.

kernel void clear(global float* x) { // <-
  x[get_global_id(0)] = 0.0f;
}
