// Reads the same few bytes again and again, so that they come from a cache, or from local memory.
//
// NDRange   1-D, work-groups of GROUP work-items
// Data      in: `vectors` vectors of WIDTH floats, a multiple of CHAINS * GROUP; result: a vector for each work-item, the
//           sum of those that it has read
// Local     with LOCAL: BYTES bytes, into which the group copies `in` first
// Work      each work-group reads all vectors `rounds` times, each work-item every GROUP-th of them:
//           rounds * vectors / GROUP loads. Groups begin at different places
//
// Options   GROUP, WIDTH (4 or 16), CHAINS: sums that do not wait for each other; LOCAL: 0 or 1; BYTES
// build: -DGROUP=256 -DWIDTH=4 -DCHAINS=4 -DLOCAL=1 -DBYTES=16384

#define PASTE_(type, width) type##width
#define PASTE(type, width) PASTE_(type, width)
typedef PASTE(float, WIDTH) vector_t;

#if LOCAL
#define SPACE local
#else
#define SPACE global
#endif

// [again]
vector_t read_again(SPACE const vector_t* from, uint vectors, uint rounds) {
  vector_t sum[CHAINS];
  for (int c = 0; c < CHAINS; ++c)
    sum[c] = (vector_t)(0.0f);
  uint place = get_group_id(0) * 37 * CHAINS * GROUP % vectors;
  for (uint r = 0; r < rounds * (vectors / (CHAINS * GROUP)); ++r) {
    SPACE const vector_t* p = from + place + get_local_id(0);
#pragma unroll
    for (int c = 0; c < CHAINS; ++c)
      sum[c] += p[c * GROUP];
    place += CHAINS * GROUP;
    place = place == vectors ? 0 : place;
  }
  for (int c = 1; c < CHAINS; ++c)
    sum[0] += sum[c];
  return sum[0];
}
// [/again]

kernel void caches(global const vector_t* restrict in, global vector_t* restrict result,
                   uint vectors, uint rounds) {
#if LOCAL
  local vector_t tile[BYTES / sizeof(vector_t)];
  for (uint i = get_local_id(0); i < vectors; i += GROUP)
    tile[i] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  result[get_global_id(0)] = read_again(tile, vectors, rounds);
#else
  result[get_global_id(0)] = read_again(in, vectors, rounds);
#endif
}
