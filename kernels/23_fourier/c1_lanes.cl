// c1: for CPUs, a line in each lane.
//
// Changed: one work-item transforms LANES lines at once, one in each lane of its vectors: the same operations for all of them,
// and no number ever moves from one lane to another. Only on the way in and out, rows of numbers become vectors of LANES rows
// (transpose). Between the stages, the numbers are in the cache. Why: on a CPU, an exchange between work-items is a loop over memory.
//
//   turns  those between two passes, BEFORE * LENGTH real parts, then as many imaginary ones: number m of a line with
//          k = j mod BEFORE is turned by the one at m * BEFORE + k
//   PREFETCH  1: the next lines are asked for while these are computed (c3)
//
// From      v14
// NDRange   ceil(lines / LANES); local size 1
// Local     16 * LANES * LENGTH bytes: two sets of LENGTH complex vectors, read and written in turn
// Loads     LENGTH float2s for each line, and those of roots and turns     Stores: LENGTH float2s for each line
//
// Counted at 32*3, APART=1024 LANES=16 LONGEST=4096 POINTS=8:   loads  stores  constant  local: loads  stores
//   fourier_pass 1048 192 0 64 64

// [kernel]
#include "lanes.clh"

// [ways]
// How LANES lines lie in memory: side by side; one behind the other (ROWS: eight numbers of each at a time, a line of the cache); or
// neither (ANYHOW: number by number).
#define SIDE_BY_SIDE 0
#define ROWS 1
#define ANYHOW 2
#define WAY_OF(COLUMNS, IS_ROW, R)                                                                 \
  (STRIDE % LANES == 0 || (STRIDE == 1 && COLUMNS % LANES == 0) ? SIDE_BY_SIDE           \
   : IS_ROW && LENGTH / (R) % 8 == 0 && LENGTH > (R)                     ? ROWS                   \
                                                                         : ANYHOW)
#define WAY_IN WAY_OF(N / LENGTH, STRIDE == 1 && N == LENGTH, FIRST_RADIX)
#define WAY_OUT WAY_OF(BEFORE, STRIDE == 1 && BEFORE == 1, LAST_RADIX)
#define BLOCK(WAY) ((WAY) == ROWS ? 8 : 1)
// [/ways]

// [fetch]
// Numbers m ... of LANES lines; at[l]: where line l begins in memory; `step`: how far its numbers are apart.
INLINED void fetch(floats* re, floats* im, global const float* in, const int* at, const int m,
                   const int step, const int way) {
  if (way == ROWS) {
    rows_to_lanes(re, im, in + 2 * (at[0] + m));
  } else if (way == SIDE_BY_SIDE) {
    read_lanes(re, im, in + 2 * (at[0] + m * step));
    FETCH_AHEAD(in + 2 * (at[0] + m * step + LANES)); // may be behind the end
  } else {
    float r[LANES], i[LANES];
    for (int l = 0; l < LANES; ++l) {
      r[l] = in[2 * (at[l] + m * step)];
      i[l] = in[2 * (at[l] + m * step) + 1];
    }
    re[0] = vload16(0, r);
    im[0] = vload16(0, i);
  }
#ifdef INVERSE
  for (int b = 0; b < BLOCK(way); ++b)
    swap_numbers(re + b, im + b);
#endif
}
// [/fetch]

INLINED void deliver(floats* re, floats* im, global float* out, const int* at, const int m,
                     const int step, const int way, const int lines) {
#ifdef INVERSE
  for (int b = 0; b < BLOCK(way); ++b) {
    swap_numbers(re + b, im + b);
    re[b] *= 1.0f / SCALE;
    im[b] *= 1.0f / SCALE;
  }
#endif
  if (way == ROWS) {
    lanes_to_rows(re, im, out + 2 * (at[0] + m));
  } else if (way == SIDE_BY_SIDE) {
    write_lanes(out + 2 * (at[0] + m * step), re[0], im[0]);
  } else {
    float r[LANES], i[LANES];
    vstore16(re[0], 0, r);
    vstore16(im[0], 0, i);
    for (int l = 0; l < LANES && l < lines; ++l) {
      out[2 * (at[l] + m * step)] = r[l];
      out[2 * (at[l] + m * step) + 1] = i[l];
    }
  }
}

#define SIDE_TURNS (BEFORE % LANES == 0 ? WAY_IN == SIDE_BY_SIDE : 0)

// Number m of line l is turned by k[l] * m, before the pass.
INLINED void turn_between(floats* re, floats* im, const int* k, const int m,
                          global const float* turns) {
  if (STRIDE % LANES == 0) { // the same for all
    turn_lanes(re, im, turns[m * BEFORE + k[0]], turns[(LENGTH + m) * BEFORE + k[0]]);
  } else if (SIDE_TURNS) { // those of neighbours are side by side, too
    turn_lanes(re, im, vload16(0, turns + m * BEFORE + k[0]),
               vload16(0, turns + (LENGTH + m) * BEFORE + k[0]));
  } else {
    float c[LANES], s[LANES];
    for (int l = 0; l < LANES; ++l) {
      c[l] = turns[m * BEFORE + k[l]];
      s[l] = turns[(LENGTH + m) * BEFORE + k[l]];
    }
    turn_lanes(re, im, vload16(0, c), vload16(0, s));
  }
}

// [stage]
// One butterfly of radix R for LANES lines: the numbers are in re[0], re[step], re[2 * step] ...
INLINED void butterfly(floats* re, floats* im, const int k, const int R, const int P,
                       global const float2* roots) {
#pragma unroll
  for (int m = 1; m < R; ++m)
    if (P > 1) {
      const float2 w = roots[k * m * (LENGTH / (P * R))]; // the same for all lanes
      turn_lanes(re + m, im + m, w.x, w.y);
    }
  lanes_dft(re, im, R);
}

// A stage that is neither the first nor the last reads one set of vectors and writes the other.
#define STAGE(R, P, NEXT)                                                                          \
  if (P > 1 && NEXT > 0) {                                                                         \
    for (int j0 = 0; j0 < LENGTH / R; j0 += P)                                                     \
      for (int k = 0; k < P; ++k) {                                                                \
        floats re[R], im[R];                                                                      \
        _Pragma("unroll") for (int m = 0; m < R; ++m) {                                            \
          re[m] = from[2 * (j0 + k + m * (LENGTH / R))];                                           \
          im[m] = from[2 * (j0 + k + m * (LENGTH / R)) + 1];                                       \
        }                                                                                          \
        butterfly(re, im, k, R, P, roots);                                                         \
        _Pragma("unroll") for (int m = 0; m < R; ++m) {                                            \
          to[2 * (j0 * R + k + m * P)] = re[m];                                                    \
          to[2 * (j0 * R + k + m * P) + 1] = im[m];                                                \
        }                                                                                          \
      }                                                                                            \
    local floats* const swap = from;                                                              \
    from = to;                                                                                     \
    to = swap;                                                                                     \
  }
// [/stage]

kernel WIDE __attribute__((reqd_work_group_size(1, 1, 1))) void
fourier_pass(global const float* in, global float* out, const int lines, const int first_in,
             const int first_out, global const float2* roots, global const float* turns) {
  local floats vectors[LENGTH == FIRST_RADIX ? 2 : 4 * LENGTH];
  local floats *from = vectors + 2 * LENGTH, *to = vectors;
  const int l0 = get_group_id(0) * LANES, count = min(lines - l0, LANES);
  int read[LANES], write[LANES], k[LANES];
  for (int l = 0; l < LANES; ++l) {
    const Line a = line_of(first_in + l0 + min(l, count - 1));
    const Line b = line_of(first_out + l0 + min(l, count - 1));
    read[l] = read_at(a, 0);
    write[l] = write_at(b, 0);
    k[l] = a.j % BEFORE;
  }
  const int fewer = count < LANES; // then number by number, so that nothing behind the last line is touched

  // [first]
  for (int j0 = 0; j0 < LENGTH / FIRST_RADIX; j0 += BLOCK(WAY_IN)) {
    floats re[FIRST_RADIX * BLOCK(WAY_IN)], im[FIRST_RADIX * BLOCK(WAY_IN)];
#pragma unroll
    for (int m = 0; m < FIRST_RADIX; ++m) {
      const int at = m * BLOCK(WAY_IN), number = j0 + m * (LENGTH / FIRST_RADIX);
      for (int b = 0; b < BLOCK(WAY_IN) && fewer; ++b)
        fetch(re + at + b, im + at + b, in, read, number + b, N / LENGTH * STRIDE, ANYHOW);
      if (!fewer)
        fetch(re + at, im + at, in, read, number, N / LENGTH * STRIDE, WAY_IN);
    }
    for (int b = 0; b < BLOCK(WAY_IN); ++b) {
      floats x[FIRST_RADIX], y[FIRST_RADIX];
#pragma unroll
      for (int m = 0; m < FIRST_RADIX; ++m) {
        x[m] = re[m * BLOCK(WAY_IN) + b];
        y[m] = im[m * BLOCK(WAY_IN) + b];
        if (BEFORE > 1)
          turn_between(x + m, y + m, k, j0 + b + m * (LENGTH / FIRST_RADIX), turns);
      }
      lanes_dft(x, y, FIRST_RADIX);
#pragma unroll
      for (int m = 0; m < FIRST_RADIX; ++m)
        if (LENGTH == FIRST_RADIX) {
          deliver(x + m, y + m, out, write, m, BEFORE * STRIDE, ANYHOW, count);
        } else {
          from[2 * ((j0 + b) * FIRST_RADIX + m)] = x[m];
          from[2 * ((j0 + b) * FIRST_RADIX + m) + 1] = y[m];
        }
    }
  }
  // [/first]

  STAGES

  // [last]
  const int butterflies = LENGTH == FIRST_RADIX ? 0 : LENGTH / LAST_RADIX; // one stage only: all is done
  for (int j0 = 0; j0 < butterflies; j0 += BLOCK(WAY_OUT)) {
    floats re[LAST_RADIX * BLOCK(WAY_OUT)], im[LAST_RADIX * BLOCK(WAY_OUT)];
    for (int b = 0; b < BLOCK(WAY_OUT); ++b) {
      floats x[LAST_RADIX], y[LAST_RADIX];
#pragma unroll
      for (int m = 0; m < LAST_RADIX; ++m) {
        x[m] = from[2 * (j0 + b + m * (LENGTH / LAST_RADIX))];
        y[m] = from[2 * (j0 + b + m * (LENGTH / LAST_RADIX)) + 1];
      }
      butterfly(x, y, j0 + b, LAST_RADIX, LENGTH / LAST_RADIX, roots);
#pragma unroll
      for (int m = 0; m < LAST_RADIX; ++m) {
        re[m * BLOCK(WAY_OUT) + b] = x[m];
        im[m * BLOCK(WAY_OUT) + b] = y[m];
      }
    }
#pragma unroll
    for (int m = 0; m < LAST_RADIX; ++m) {
      const int at = m * BLOCK(WAY_OUT), number = j0 + m * (LENGTH / LAST_RADIX);
      for (int b = 0; b < BLOCK(WAY_OUT) && fewer; ++b)
        deliver(re + at + b, im + at + b, out, write, number + b, BEFORE * STRIDE, ANYHOW, count);
      if (!fewer)
        deliver(re + at, im + at, out, write, number, BEFORE * STRIDE, WAY_OUT, count);
    }
  }
  // [/last]
}
// [/kernel]
