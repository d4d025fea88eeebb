// add, subtract, multiply, divide: out[i] = a[i] op b[i]

#define ARITHMETIC(NAME, OP)                                                                       \
  kernel void NAME(global const float* a, global const float* b, global float* out, uint n) {     \
    const size_t i = get_global_id(0);                                                             \
    if (i < n)                                                                                     \
      out[i] = a[i] OP b[i];                                                                       \
  }

ARITHMETIC(add, +)
ARITHMETIC(subtract, -)
ARITHMETIC(multiply, *)
ARITHMETIC(divide, /)
