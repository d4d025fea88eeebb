// A copy, with elements of different widths.
//
// Data      n elements of the type in each buffer
// NDRange   1-D, global_size >= n, any local_size
// Memory    1 load and 1 store of an element per work-item

// [copies]
#define COPY(T)                                                       \
  kernel void copy_##T(global const T* in, global T* out, uint n) {   \
    const size_t i = get_global_id(0);                                \
    if (i < n)                                                        \
      out[i] = in[i];                                                 \
  }

COPY(float)
COPY(float2)
COPY(float4)
COPY(float8)
COPY(float16)
// [/copies]
