// Rule: a kernel's argument is never a struct with a bool inside.
// The struct is copied byte by byte, so all of its members need a size that both sides know.

typedef struct {
  float factor;
  bool negative; // <-
} Options;

kernel void scale(global float* x, Options options) {
  const size_t i = get_global_id(0);
  x[i] *= options.negative ? -options.factor : options.factor;
}
