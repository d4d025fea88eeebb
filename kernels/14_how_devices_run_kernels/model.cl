// Kernels whose time a model of the machine predicts: each keeps one part of a device busy, and little else.
//
// Options   CHAINS: values that a work-item keeps, independent of each other; VECTOR: the type of one;
//           STRIDE: from one word that is read to the next; GROUP: work-items of a group of `at_once`, LIVE: values that
//           each of them keeps, TILE: words of local memory of the group; TERM: what `issue` adds, `one` or `other`

#ifndef CHAINS
#define CHAINS 1
#endif
#ifndef VECTOR
#define VECTOR float
#endif
#ifndef STRIDE
#define STRIDE 1
#endif
#ifndef GROUP
#define GROUP 1
#endif
#ifndef LIVE
#define LIVE 1
#endif
#ifndef TILE
#define TILE 1
#endif
#ifndef TERM
#define TERM one
#endif

// [ticks]
// NDRange: one work-item. 32 * rounds operations, each of which has to wait for the one before. On a CPU an operation on
// whole numbers takes a cycle, so the time tells how long a cycle is.
kernel void ticks(global uint* result, uint a, uint b, uint rounds) {
  uint x = rounds;
  for (uint r = 0; r < rounds; ++r) {
#pragma unroll
    for (int i = 0; i < 16; ++i)
      x = (x ^ a) + b;
  }
  result[0] = x;
}
// [/ticks]

// [issue]
// NDRange: 1-D. 16 * CHAINS multiply-adds of VECTORs in each round, written out, so that the loop itself costs little.
kernel void issue(global VECTOR* result, float one, float other, uint rounds) {
  VECTOR x[CHAINS];
  for (int c = 0; c < CHAINS; ++c)
    x[c] = (VECTOR)(c);
  for (uint r = 0; r < rounds; ++r) {
#pragma unroll
    for (int i = 0; i < 16; ++i)
#pragma unroll
      for (int c = 0; c < CHAINS; ++c)
        x[c] = x[c] * one + TERM; // waits for the x[c] before, and for no other
  }
  VECTOR sum = (VECTOR)(0);
  for (int c = 0; c < CHAINS; ++c)
    sum += x[c];
  result[get_global_id(0)] = sum;
}
// [/issue]

// [follow]
// NDRange: 1-D. The kernel `chase` of chase.cl with CHAINS loads under way. volatile: a load for each of them, because a compiler
// may make one instruction of several, which takes longer.
kernel void follow(volatile global const uint* next, global uint* places, uint rounds) {
  global uint* mine = places + CHAINS * get_global_id(0);
  uint place[CHAINS];
  for (int c = 0; c < CHAINS; ++c)
    place[c] = mine[c];
  for (uint r = 0; r < rounds; ++r) {
#pragma unroll
    for (int c = 0; c < CHAINS; ++c)
      place[c] = next[place[c]];
  }
  for (int c = 0; c < CHAINS; ++c)
    mine[c] = place[c];
}
// [/follow]

// [lines]
// NDRange: 1-D. As `follow`, but 32 neighbours, a warp, follow a chain together: a place is a line of 32 words, and each of them
// reads one. next: the line that follows, in each of its words; from, to: CHAINS lines for each warp.
kernel void lines(global const uint* restrict next, global const uint* restrict from,
                  global uint* restrict to, uint rounds) {
  const uint warp = get_global_id(0) / 32, lane = get_global_id(0) % 32;
  uint line[CHAINS];
  for (int c = 0; c < CHAINS; ++c)
    line[c] = from[CHAINS * warp + c];
  for (uint r = 0; r < rounds; ++r) {
#pragma unroll
    for (int c = 0; c < CHAINS; ++c)
      line[c] = next[32 * line[c] + lane];
  }
  if (lane == 0)
    for (int c = 0; c < CHAINS; ++c)
      to[CHAINS * warp + c] = line[c];
}
// [/lines]

// [some_words]
// NDRange: 1-D, a work-item for each block of `words` words. It reads each word whose place in the block is a multiple of
// STRIDE. Traffic: all lines of the block, as long as a line has STRIDE words or more. volatile: word by word, because a compiler
// has a different vector instruction for each stride.
kernel void some_words(global const uint* restrict in, global uint* restrict out, uint words) {
  volatile global const uint* block = in + get_global_id(0) * words;
  uint sum = 0;
  for (uint i = 0; i < words; i += STRIDE)
    sum += block[i];
  out[get_global_id(0)] = sum;
}
// [/some_words]

// [at_once]
// NDRange: 1-D, groups of GROUP. counts[0]: groups under way now; counts[1]: the most that there have been; counts[2]: those
// that are done. The loop is there to take time and LIVE registers, the tile to take local memory.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
at_once(global int* counts, global float* values, uint rounds) {
  local float tile[TILE];
  const int l = get_local_id(0);
  if (l == 0)
    atomic_max(counts + 1, atomic_inc(counts) + 1);
  float x[LIVE];
  for (int i = 0; i < LIVE; ++i)
    x[i] = values[i];
  for (uint r = 0; r < rounds; ++r) {
#pragma unroll
    for (int i = 0; i < LIVE; ++i)
      x[i] = x[i] * x[(i + 1) % LIVE] + 0.25f;
  }
  float sum = 0.0f;
  for (int i = 0; i < LIVE; ++i)
    sum += x[i];
  if (l < TILE)
    tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE); // a group leaves when all its work-items are done
  if (l == 0) {
    values[LIVE + get_group_id(0)] = tile[0];
    atomic_inc(counts + 2);
    atomic_dec(counts);
  }
}
// [/at_once]

// [been_there]
// NDRange: 1-D, groups of one work-item. A group that only says that it has been there.
kernel void been_there(global uint* out) {
  const uint i = get_global_id(0);
  out[i] = i + 1;
}
// [/been_there]
