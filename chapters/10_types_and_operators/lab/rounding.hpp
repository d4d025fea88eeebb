// Rounding by our own arithmetic: what the specification says conversions do, without asking any
// compiler, library or processor to round.
#pragma once

/// The rounding modes of OpenCL C (section 6.4.3.2), in the order of the kernels.
enum class Rounding { rte, rtz, rtp, rtn };

/// The integer next to `x`: the nearest one (of two equally near the even one), or the next one
/// towards zero, upwards or downwards. |x| < 2^52.
double round_to_integer(double x, Rounding mode);

/// The nearest number, in the same four senses, that has `digits` binary digits and no digit below
/// 2^lowest: 24 and -149 for float, 11 and -24 for half. Knows no largest number.
double round_to_digits(double x, int digits, int lowest, Rounding mode);
