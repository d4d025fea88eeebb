// Rule: no function calls itself.
// A device need not have a stack: the compiler puts all functions into one, and has to know how
// deep the calls go. Some compilers do not check. Write a loop.

uint factorial(uint n) {
  return n < 2 ? 1 : n * factorial(n - 1); // <-
}

kernel void factorials(global uint* out) {
  out[get_global_id(0)] = factorial(get_global_id(0));
}
