// Rule: a constant variable needs an initial value.
// No one could give it a value later, and the value has to be known to the compiler.

kernel void scale(global float* x) {
  constant float factor; // <-
  x[get_global_id(0)] *= factor;
}
