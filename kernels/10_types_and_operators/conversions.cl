// Every explicit conversion from one type to another, and the same four at a time.
//
// Data      in: n values, n a multiple of 4; out: n results for each mode, one mode after the other
// NDRange   FROM_to_TO: n work-items; FROM4_to_TO4: n / 4; any local_size
// Memory    1 load per work-item and 1 store a mode

// [modes]
#define ALL_MODES(TO) PLAIN_MODES(TO) SATURATED_MODES(TO)

#define PLAIN_MODES(TO)          \
  STORE(0, convert_##TO)         \
  STORE(1, convert_##TO##_rte)   \
  STORE(2, convert_##TO##_rtz)   \
  STORE(3, convert_##TO##_rtp)   \
  STORE(4, convert_##TO##_rtn)

#define SATURATED_MODES(TO)          \
  STORE(5, convert_##TO##_sat)       \
  STORE(6, convert_##TO##_sat_rte)   \
  STORE(7, convert_##TO##_sat_rtz)   \
  STORE(8, convert_##TO##_sat_rtp)   \
  STORE(9, convert_##TO##_sat_rtn)

#define INTEGER_MODES(TO) STORE(0, convert_##TO) STORE(1, convert_##TO##_sat)
// [/modes]

// [kernels]
#define CONVERSION(FROM, TO, MODES)                                                 \
  kernel void FROM##_to_##TO(global const FROM* in, global TO* out, uint n) {       \
    const size_t i = get_global_id(0);                                              \
    if (i >= n)                                                                     \
      return;                                                                       \
    const FROM x = in[i];                                                           \
    MODES(TO)                                                                       \
  }

#define STORE(mode, convert) out[mode * n + i] = convert(x);
CONVERSION(float, int, ALL_MODES)
CONVERSION(float, uchar, ALL_MODES)
CONVERSION(int, ushort, INTEGER_MODES)
CONVERSION(int, char, INTEGER_MODES)
CONVERSION(int, float, PLAIN_MODES)
#undef STORE
// [/kernels]

#define CONVERSION4(FROM, TO, MODES)                                                \
  kernel void FROM##4_to_##TO##4(global const FROM* in, global TO* out, uint n) {   \
    const size_t i = get_global_id(0);                                              \
    if (4 * i >= n)                                                                 \
      return;                                                                       \
    const FROM##4 x = vload4(i, in);                                                \
    MODES(TO##4)                                                                    \
  }

#define STORE(mode, convert) vstore4(convert(x), i, out + mode * n);
CONVERSION4(float, int, ALL_MODES)
CONVERSION4(float, uchar, ALL_MODES)
CONVERSION4(int, ushort, INTEGER_MODES)
CONVERSION4(int, char, INTEGER_MODES)
CONVERSION4(int, float, PLAIN_MODES)
