// Rule: a constant has its value from the beginning.
// Nobody could give it one later. The value has to be known to the compiler.

kernel void scale(global float* x) {
  constant float factor = 1.5f; // <-
  x[get_global_id(0)] *= factor;
}
