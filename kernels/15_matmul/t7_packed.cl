// t7: operands packed beforehand. NVIDIA ONLY (compute capability 8.0 and later): inline PTX, as t1.
//
// Changed: kernels of their own (pack_tiles.cl) shorten all factors once and put them into tiles, in the order in which they
// are used. A tile is now one piece of memory that is copied as it is, and a core matrix is what ldmatrix reads at a time.
// Why: t6 moves floats, shortens each of them for each work-group that uses it, and packs them in pairs. The price is
// that the operands pass through memory once more. BK doubles, because a factor has half the bytes: tiles are as large as before.
//
// From      t6
// NDRange   tiles of C * ITEMS; local size ITEMS, as t6
// Local     2*BK*STAGES*(BM + BN) bytes, at most 48 KiB on NVIDIA
// Needs     STAGES >= 2; WM % 16 == 0, WN % 16 == 0, BK % 16 == 0; BM % WM == 0, BN % WN == 0
#ifndef BM
#define BM 128
#define BN 128
#define BK 32
#define WM 64
#define WN 64
#define STAGES 3
#endif
#define TM (WM / 8) // lanes of a warp: 8 x 4
#define TN (WN / 4)
#define LANES_X (WN / TN)
#define LANES_Y (WM / TM)
#define LANES (LANES_X * LANES_Y)
#define ITEMS (LANES * (BM / WM) * (BN / WN))
#define PIECES (BK / 8) // pieces of 16 bytes in a row of a tile

// Two rows of sums += a * b: 16 x 8 += 16 x 16 * 16 x 8.
void mma(float* upper, float* lower, const uint4 a, const uint2 b) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
      "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(upper[0]), "+f"(upper[1]), "+f"(lower[0]), "+f"(lower[1])
      : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b.x), "r"(b.y));
}

// Reads four core matrices, whose pieces 32 lanes point at.
uint4 load_cores(local const uint4* piece) {
  uint4 a;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(a.x), "=r"(a.y), "=r"(a.z), "=r"(a.w)
               : "r"((uint)(size_t)piece)
               : "memory");
  return a;
}

void copy(local uint4* to, global const uint4* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((uint)(size_t)to), "l"(from) : "memory");
}

// What was started since the last end is one batch. wait_for_batch() waits for all but the newest STAGES - 2.
void end_of_batch() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}
void wait_for_batch() {
  asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
}

// Global memory -> local memory: starts to copy my share of two tiles.
// [fetch]
__attribute__((always_inline)) void fetch(local uint4* a_tile, local uint4* b_tile,
                                          global const uint4* A, global const uint4* B,
                                          const uint item) {
#pragma unroll
  for (uint i = 0; i < BM * PIECES; i += ITEMS)
    copy(a_tile + i + item, A + i + item);
#pragma unroll
  for (uint i = 0; i < BN * PIECES; i += ITEMS)
    copy(b_tile + i + item, B + i + item);
}
// [/fetch]

// sum += the product of two tiles, in which my warp's rows of A and columns of B begin at a_tile and b_tile.
__attribute__((always_inline)) void multiply(float sum[TM][TN], local const uint4* a_tile,
                                             local const uint4* b_tile, const uint lane) {
#pragma unroll
  for (int p = 0; p < PIECES; p += 2) {
    uint4 a[WM / 16];
#pragma unroll
    for (int i = 0; i < WM / 16; ++i)
      a[i] = load_cores(a_tile + (p + lane / 16) * BM + 16 * i + lane % 16);
#pragma unroll
    for (int j = 0; j < WN / 8; j += 2) {
      const uint4 b = load_cores(b_tile + (p + lane / 8 % 2) * BN + 8 * j + lane / 16 * 8 + lane % 8);
#pragma unroll
      for (int i = 0; i < WM / 16; ++i) {
        mma(sum[2 * i] + 2 * j, sum[2 * i + 1] + 2 * j, a[i], b.xy);
        mma(sum[2 * i] + 2 * j + 2, sum[2 * i + 1] + 2 * j + 2, a[i], b.zw);
      }
    }
  }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
matmul_packed(global const uint4* A, global const uint4* B, global float* C, const int M,
              const int N, const int tiles_along_k, const uint rows, const uint cols) {
  // Identify.
  const uint item = get_local_id(0);
  const uint warp = item / LANES, lane = item % LANES;
  const uint y = warp / (BN / WN) * WM, x = warp % (BN / WN) * WN; // the corner of my warp's tile
  const uint r = lane / 4, c = lane % 4;
  const uint tile_row = get_group_id(0) / cols, tile_col = get_group_id(0) % cols;
  local uint4 a_tile[STAGES][BM * PIECES] __attribute__((aligned(128)));
  local uint4 b_tile[STAGES][BN * PIECES] __attribute__((aligned(128)));
  float sum[TM][TN] = {{0.0f}};
  A += (ulong)tile_row * tiles_along_k * BM * PIECES;
  B += (ulong)tile_col * tiles_along_k * BN * PIECES;

  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage < tiles_along_k)
      fetch(a_tile[stage], b_tile[stage], A + stage * BM * PIECES, B + stage * BN * PIECES, item);
    end_of_batch();
  }
  for (int k = 0, now = 0, last = STAGES - 1; k < tiles_along_k;
       ++k, last = now, now = (now + 1) % STAGES) {
    wait_for_batch();
    barrier(CLK_LOCAL_MEM_FENCE);
    // Load: start to copy one tile more, to where the last one was used.
    const int k1 = k + STAGES - 1;
    if (k1 < tiles_along_k)
      fetch(a_tile[last], b_tile[last], A + k1 * BM * PIECES, B + k1 * BN * PIECES, item);
    end_of_batch();
    // Compute.
    multiply(sum, a_tile[now] + y, b_tile[now] + x, lane);
  }

  // Store.
#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN; ++j) {
      const uint row = tile_row * BM + y + r + 8 * i;
      const uint col = tile_col * BN + x + 2 * c + j / 2 * 8 + j % 2;
      if (row < M && col < N)
        C[(ulong)row * N + col] = sum[i][j];
    }
}
