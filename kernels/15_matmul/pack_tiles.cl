// Packs A and B for the steps from t7 on: shortened factors, in tiles that tensor cores can read as they are. Plain OpenCL C.
//
//   piece        16 bytes: 8 bfloat16 or 4 tf32 of one row of A, or of one column of B, along k
//   core matrix  8 pieces of neighbouring rows (columns), one behind the other: 128 bytes
//   tile         BM rows of A or BN columns of B, BK along k: pieces of the same k lie together, one for each row (column)
//
//        k   0..7     8..15    16..23   24..31          in memory (bfloat16, BK = 32):
//   row 0  | piece  |        |        |        |
//   ...    | core   |        |        |        |        0..7 of row 0, of row 1, ..., of row BM-1,
//   row 7  |_matrix_|        |        |        |        8..15 of row 0, of row 1, ..., of row BM-1,
//   row 8  |        |        |        |        |        16..23 ...
//
//   Tiles of the same rows follow each other along k. What lies beyond the edges of A and B is packed as zeros.
//
// NDRange   pack_a: (8 * pieces of a row) x (padded rows / 8); pack_b: padded columns x (pieces of a column)
// Needs     BM and BN multiples of 32, BK of 32 (bfloat16) or of 16 (TF32)
#ifndef BM
#define BM 128
#define BN 128
#define BK 32
#endif
#ifndef TF32
#define TF32 0
#endif
// 2: two tf32 numbers for each factor, whose sum it is but for one unit in the last place; the tile of the low parts follows that of the high ones.
#ifndef PARTS
#define PARTS 1
#endif
#define EACH (TF32 ? 4 : 8) // factors in a piece
#define PIECES (BK / EACH)  // pieces of a row in a tile

// The bits of a factor, rounded: tf32 keeps 10 bits of the fraction (ties away from zero), bfloat16 7 (ties to even).
// [round]
uint shortened(const float v) {
  const uint bits = as_uint(v);
  if (isnan(v)) // rounding could make it a number
    return (bits | 0x400000) >> (TF32 ? 0 : 16);
  return TF32 ? (bits + 0x1000) & 0xffffe000 : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}
// [/round]

uint4 piece_of(const float* v) {
  uint word[4];
  for (int i = 0; i < 4; ++i)
    word[i] = TF32 ? shortened(v[i]) : shortened(v[2 * i]) | shortened(v[2 * i + 1]) << 16;
  return (uint4)(word[0], word[1], word[2], word[3]);
}

// The place of a piece, in pieces. `line` is a row of A or a column of B; a tile has `lines` of them.
// [place]
ulong place_of(const uint line, const uint piece, const uint lines, const uint tiles_along_k) {
  const ulong tile = (ulong)(line / lines) * tiles_along_k + piece / PIECES;
  return PARTS * tile * lines * PIECES + piece % PIECES * lines + line % lines;
}
// [/place]

// Stores a piece of factors: the shortened ones and, of two parts, what they lack.
// [parts]
void put(global uint4* packed, const uint line, const uint piece, const uint lines,
         const uint tiles_along_k, float* v) {
  const ulong place = place_of(line, piece, lines, tiles_along_k);
  packed[place] = piece_of(v);
#if PARTS == 2
  for (int i = 0; i < EACH; ++i)
    v[i] -= as_float(shortened(v[i]));
  packed[place + lines * PIECES] = piece_of(v);
#endif
}
// [/parts]

// A warp reads 8 rows x 4 pieces: whole cache lines of A; and writes 4 core matrices.
kernel void pack_a(global const float* A, global uint4* packed, const int M, const int K,
                   const uint tiles_along_k) {
  const uint row = 8 * get_global_id(1) + get_global_id(0) % 8, piece = get_global_id(0) / 8;
  const uint k = piece * EACH;
  float v[8];
#if ALIGNED
  // K is a multiple of 4: a float4 lies inside its row or outside.
  for (uint i = 0; i < EACH; i += 4)
    vstore4(row < M && k + i < K ? *(global const float4*)(A + (ulong)row * K + k + i)
                                 : (float4)(0.0f),
            0, v + i);
#else
  for (uint i = 0; i < EACH; ++i)
    v[i] = row < M && k + i < K ? A[(ulong)row * K + k + i] : 0.0f;
#endif
  put(packed, row, piece, BM, tiles_along_k, v);
}

// A warp reads 32 neighbouring columns, and turns them: a piece runs along k, that is down a column of B.
kernel void pack_b(global const float* B, global uint4* packed, const int N, const int K,
                   const uint tiles_along_k) {
  const uint col = get_global_id(0), piece = get_global_id(1);
  const uint k = piece * EACH;
  float v[8];
  for (uint i = 0; i < EACH; ++i)
    v[i] = col < N && k + i < K ? B[(ulong)(k + i) * N + col] : 0.0f;
  put(packed, col, piece, BN, tiles_along_k, v);
}
