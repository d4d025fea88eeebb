// Rule: a pointer argument says its space: global, constant or local.
// Without that word it points to private memory, which the host cannot reach.

kernel void clear(float* x) { // <-
  x[get_global_id(0)] = 0.0f;
}
