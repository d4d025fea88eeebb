// Rule: there are no pointers to functions.
// The compiler puts all functions into one, so it has to know which function is called. Use a switch,
// or a macro given to the compiler.

float half_of(float x) { return 0.5f * x; }

kernel void apply(global float* x) {
  float (*f)(float) = half_of; // <-
  x[get_global_id(0)] = f(x[get_global_id(0)]);
}
