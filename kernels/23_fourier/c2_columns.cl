// c2: for CPUs, a line at a time: its own columns in the lanes.
//
// Changed: a line is a table of ROWS x COLUMNS numbers, and number n is in row n / COLUMNS, column n % COLUMNS. First the columns
// are transformed, LANES neighbours at once; then number k of column c is turned by c * k LENGTH-ths; then the rows are transformed,
// for which they become columns: LANES x LANES numbers at a time, in registers (transpose). A line of 1024 numbers takes 8 KiB,
// which stay in the first-level cache; the sixteen lines of c1, twice, take 256 KiB.
//
//   turns     c * k LENGTH-ths at [k * COLUMNS + c]: LENGTH real parts, then LENGTH imaginary parts
//   PREFETCH  1: the next columns are asked for while these are computed (c3)
//   STREAM    1: results go to memory without being read into the caches first (c4)
//
// From      c1
// NDRange   ceil(lines / LINES); local size 1
// Local     8 * LENGTH bytes: the rows of a line
// Loads     LENGTH float2s for each line, and those of roots and turns     Stores: LENGTH float2s for each line
//
// Counted at 256*2, APART=1024 LANES=16 LONGEST=4096 POINTS=8:   loads  stores  constant  local: loads  stores
//   fourier_pass 176 64 0 64 64

// [kernel]

#include "lanes.clh"

#define ROWS (LENGTH / COLUMNS)

// [sizes]
// Lines of 16, 32 or 64 numbers take two stages, whose butterflies fit into the registers of a processor with AVX-512.
#define FIRST_OF(L) ((L) == 16 ? 4 : 8)
#define LAST_OF(L) ((L) / FIRST_OF(L))
// [/sizes]

// [two-stages]
// LANES transforms of L numbers in two stages; between them, `x` holds the numbers. Butterfly j of the first stage ...
INLINED void first_stage(floats* re, floats* im, floats* x, const int j, const int L,
                         global const float2* roots) {
  lanes_dft(re, im, FIRST_OF(L));
#pragma unroll
  for (int k = 0; k < FIRST_OF(L); ++k) {
    if (k > 0) {
      const float2 w = roots[j * k * (LENGTH / L)]; // the same for all lanes
      turn_lanes(re + k, im + k, w.x, w.y);
    }
    x[2 * (k * LAST_OF(L) + j)] = re[k];
    x[2 * (k * LAST_OF(L) + j) + 1] = im[k];
  }
}

// ... and k of the last one, whose results are those of k, k + FIRST_OF(L), k + 2 * FIRST_OF(L) ...
INLINED void last_stage(floats* re, floats* im, const floats* x, const int k, const int L) {
#pragma unroll
  for (int j = 0; j < LAST_OF(L); ++j) {
    re[j] = x[2 * (k * LAST_OF(L) + j)];
    im[j] = x[2 * (k * LAST_OF(L) + j) + 1];
  }
  lanes_dft(re, im, LAST_OF(L));
}
// [/two-stages]

// [columns]
// Columns c ... of a line. Their results, turned, become rows of `table`: the real parts of numbers 16 * i ... of row c + l are
// table[2 * ((c + l) * (ROWS / LANES) + i)], the imaginary ones the vector after it.
INLINED void transform_columns(global const float* from, global const float* next,
                               local floats* table, const int c, global const float2* roots,
                               global const float* turns) {
  floats x[2 * ROWS], re[ROWS], im[ROWS];
  for (int j = 0; j < LAST_OF(ROWS); ++j) {
    floats a[8], b[8];
#pragma unroll
    for (int m = 0; m < FIRST_OF(ROWS); ++m) {
      const int number = (j + m * LAST_OF(ROWS)) * COLUMNS;
      read_lanes(a + m, b + m, from + 2 * number);
#ifdef INVERSE
      swap_numbers(a + m, b + m);
#endif
      FETCH_AHEAD(next + 2 * number);
    }
    first_stage(a, b, x, j, ROWS, roots);
  }
  for (int k = 0; k < FIRST_OF(ROWS); ++k) {
    floats a[8], b[8];
    last_stage(a, b, x, k, ROWS);
#pragma unroll
    for (int m = 0; m < LAST_OF(ROWS); ++m) {
      const int row = k + m * FIRST_OF(ROWS);
      turn_lanes(a + m, b + m, vload16(0, turns + row * COLUMNS + c),
                 vload16(0, turns + LENGTH + row * COLUMNS + c));
      re[row] = a[m];
      im[row] = b[m];
    }
  }
  for (int i = 0; i < ROWS / LANES; ++i) {
    transpose(re + i * LANES);
    transpose(im + i * LANES);
#pragma unroll
    for (int l = 0; l < LANES; ++l) {
      table[2 * ((c + l) * (ROWS / LANES) + i)] = re[i * LANES + l];
      table[2 * ((c + l) * (ROWS / LANES) + i) + 1] = im[i * LANES + l];
    }
  }
}
// [/columns]

// Rows i * LANES ... of the line: each is in a lane now, number c of all of them in table[2 * (c * ROWS / LANES + i)].
INLINED void transform_rows(const local floats* table, global float* to, const int i,
                            global const float2* roots) {
  floats x[2 * COLUMNS];
  for (int j = 0; j < LAST_OF(COLUMNS); ++j) {
    floats a[8], b[8];
#pragma unroll
    for (int m = 0; m < FIRST_OF(COLUMNS); ++m) {
      const int at = 2 * ((j + m * LAST_OF(COLUMNS)) * (ROWS / LANES) + i);
      a[m] = table[at];
      b[m] = table[at + 1];
    }
    first_stage(a, b, x, j, COLUMNS, roots);
  }
  for (int k = 0; k < FIRST_OF(COLUMNS); ++k) {
    floats a[8], b[8];
    last_stage(a, b, x, k, COLUMNS);
#pragma unroll
    for (int m = 0; m < LAST_OF(COLUMNS); ++m) {
#ifdef INVERSE
      swap_numbers(a + m, b + m);
      a[m] *= 1.0f / SCALE;
      b[m] *= 1.0f / SCALE;
#endif
      write_lanes(to + 2 * ((k + m * FIRST_OF(COLUMNS)) * ROWS + i * LANES), a[m], b[m]);
    }
  }
}

kernel WIDE __attribute__((reqd_work_group_size(1, 1, 1))) void
fourier_pass(global const float* in, global float* out, const int lines, const int first_in,
             const int first_out, global const float2* roots, global const float* turns) {
  local floats table[LENGTH / 8];
  const int begin = get_group_id(0) * LINES, end = min(lines, begin + LINES);
  for (int line = begin; line < end; ++line) {
    global const float* from = in + 2 * (first_in + line) * LENGTH;
    global float* to = out + 2 * (first_out + line) * LENGTH;
    for (int c = 0; c < COLUMNS; c += LANES) {
      const int next = c + LANES < COLUMNS ? 2 * (c + LANES) : line + 1 < lines ? 2 * LENGTH : 2 * c;
      transform_columns(from + 2 * c, from + next, table, c, roots, turns);
    }
    for (int i = 0; i < ROWS / LANES; ++i)
      transform_rows(table, to, i, roots);
  }
}
// [/kernel]
