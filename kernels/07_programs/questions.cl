// questions: one work-item asks the compiler what the build options have changed. Each answer is a
// float. The arguments are not known when the kernel is compiled, so nothing is computed then.
//
// Data      answers: 8 floats in global memory
// NDRange   one work-item

#ifndef LEVEL
#define LEVEL 1
#endif
#ifdef __FAST_RELAXED_MATH__
#define RELAXED 1
#else
#define RELAXED 0
#endif

// [answers]
kernel void questions(global float* answers, float smallest, float not_a_number, float minus_zero,
                      float large) {
  answers[0] = LEVEL;                // -D LEVEL=7
  answers[1] = __OPENCL_C_VERSION__; // -cl-std=
  answers[2] = sizeof(1.0);          // a double, or a float: -cl-single-precision-constant
  answers[3] = RELAXED;              // -cl-fast-relaxed-math defines a macro, too
  answers[4] = smallest * 0.5f;      // below the smallest normal number: -cl-denorms-are-zero
  answers[5] = not_a_number != not_a_number; // true for NaN only: -cl-finite-math-only
  answers[6] = minus_zero + 0.0f;            // +0; but -0 with -cl-no-signed-zeros
  answers[7] = (large + 3.0f) - large;       // 0, for large absorbs 3: -cl-unsafe-math-optimizations
}
// [/answers]

// The residual of a product: 0, or what rounding had cut off where multiplication and subtraction
// are one operation (a * b + c with -cl-mad-enable).
kernel void residual(global float* answers, float a, float b, float rounded_product) {
  answers[0] = a * b - rounded_product;
}

// Quotients, to be compared with correctly rounded ones.
kernel void divide(global const float* a, global const float* b, global float* quotients, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    quotients[i] = a[i] / b[i];
}
