// v21: tensor cores with bfloat16. NVIDIA ONLY (compute capability 8.0 and later): inline PTX, as v19.
//
// Changed: the factors are rounded to bfloat16 instead of tf32: 8 significant bits instead of 11, the same exponents. A
// word holds two of them, so an mma of the same length multiplies twice as many. Why: the tensor cores do twice as many
// products a second, and half as many bytes pass through local memory. Sums stay in float.
//
//   float     s eeeeeeee mmmmmmmmmmmmmmmmmmmmmmm    a factor changes by up to
//   tf32      s eeeeeeee mmmmmmmmmm                 2^-11 of itself
//   bfloat16  s eeeeeeee mmmmmmm                    2^-8
//
// NDRange, Local, Needs   as v19, with tiles of 32 values of k
// [file]
#define BF16 1
#define matmul_tensor_cores matmul_bfloat16
#include "v19_tensor_cores.cl"
// [/file]
