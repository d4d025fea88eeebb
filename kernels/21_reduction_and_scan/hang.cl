// A chain of groups, made to hang on purpose. Each group waits for the group whose number is one smaller, as the tiles of a
// scan do, and then lets the next one go. No sums, no local memory: only the waiting.
//
//   -D NUMBER=0   the group's number is get_group_id(0)
//   -D NUMBER=1   it is counted from the other end: a device that starts groups in that order is allowed to
//   -D NUMBER=2   it is a ticket: the number of groups that have asked before
//
// A device that runs fewer groups at a time than there are hangs with NUMBER=1: all groups that run wait for groups that
// cannot begin. With NUMBER=2 they wait only for groups that have begun, whatever the order.
//
// `patience` is the number of looks after which a group gives up, so that a device is not blocked forever if no one stops
// the program. gave_up says how many have.
//
// Data      done: one int for each group, all 0 before; counter and gave_up: 0
// NDRange   any number of groups of any size
// [hang]
kernel void chain(volatile global int* done, volatile global uint* counter, const ulong patience,
                  volatile global uint* gave_up) {
  if (get_local_id(0) > 0)
    return;
#if NUMBER == 0
  const uint mine = get_group_id(0);
#elif NUMBER == 1
  const uint mine = get_num_groups(0) - 1 - get_group_id(0);
#else
  const uint mine = atomic_inc(counter);
#endif
  if (mine > 0) {
    ulong looks = 0;
    while (atomic_add(done + mine - 1, 0) == 0)
      if (++looks == patience) {
        atomic_inc(gave_up);
        break;
      }
  }
  atomic_xchg(done + mine, 1);
}
// [/hang]
