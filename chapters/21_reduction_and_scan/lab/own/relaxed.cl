// s11 with states that are stored and loaded, not exchanged: NVIDIA only. For the lab's question "Atomics or stores?".
//
//   21_reduction_and_scan_lab --problem scan --step s11 --kernel chapters/21_reduction_and_scan/lab/own/relaxed.cl
//
//   -D PUT=0   the atomic exchange of s11      -D GET=0   the atomic addition of 0 of s11
//   -D PUT=1   st.relaxed.gpu                  -D GET=1   ld.relaxed.gpu
#ifndef PUT
#define PUT 1
#endif
#ifndef GET
#define GET 1
#endif
#define OWN_GROUP_SCAN
#define GENERATIONS
#ifndef VECTOR
#define VECTOR 4
#endif
#ifndef VALUES
#define VALUES 28
#endif
#include "scanned.clh"
#include "tile.clh"
#include "state.clh"

void put(const state_list states, const uint tile, const uint status, const value v) {
#if PUT
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(states.words + tile),
               "l"(state_word(status, states.generation, v, 0))
               : "memory");
#else
  publish(states, tile, status, v);
#endif
}

uint get(const state_list states, const uint tile, value* v) {
#if GET
  ulong state;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
               : "=l"(state)
               : "l"(states.words + tile)
               : "memory");
  const uint low = state >> 32, bits = state;
  *v = VALUE(bits, low >> 2 & 1);
  return (low >> 3 & 0x1FFF) == states.generation ? low & 3 : EMPTY;
#else
  return look_at(states, tile, v);
#endif
}
#define publish put
#define look_at get
#include "warp.clh"

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan(global const T* input, global const uchar* heads, const ulong n, const int inclusive,
     volatile global uint* counter, volatile global word* states, global T* output,
     const uint generation, const uint first_ticket) {
  local value places[PLACES] ALIGNED, copies[2 * GROUP], theirs[WINDOW];
  local uint ticket[1], statuses[WINDOW];
  const state_list list = {states, generation};
  const uint tile = take_ticket(counter, ticket) - first_ticket;
  const ulong first = (ulong)tile * TILE;
  value mine[VALUES], all;
  load_tile(input, heads, first, n, places, mine);
  const value before = before_me(sum_of(mine), copies, &all);
  if (get_local_id(0) == 0)
    publish(list, tile, tile == 0 ? PREFIX : OWN, all);
  const value before_tile = look_back(list, tile, theirs, statuses);
  if (get_local_id(0) == 0 && tile > 0)
    publish(list, tile, PREFIX, combine(before_tile, all));
  store_tile(output, first, n, places, mine, combine(before_tile, before), inclusive);
}
