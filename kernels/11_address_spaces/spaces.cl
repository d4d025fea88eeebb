// The four address spaces in one kernel. Each work-item writes down what it finds in its own variable,
// in that of its work-group, and in the table; out has an entry for each work-item.
// NDRange: one dimension, any size and local size.

// [sight]
typedef struct {
  int mine, ours, of_all, from_program;
  ulong address_of_mine, address_of_ours, address_of_table; // one pointer each, as a number
} Sight;
// [/sight]

// [four-spaces]
constant int first_number = 100; // program scope: always constant memory, filled by the compiler

int read_local(local const int* from) { // takes pointers to local memory, and no others
  return *from;
}

kernel void four_spaces(global Sight* out,     // global: the host's buffer, seen by all work-items
                        constant int* table) { // constant: a buffer that kernels only read
  const size_t i = get_global_id(0);
  int mine = first_number + (int)i; // private: no word needed, one for each work-item
  local int ours;                   // local: one for each work-group
  if (get_local_id(0) == 0)
    ours = first_number + (int)get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE); // no one reads before it is written

  out[i].mine = mine;
  out[i].ours = read_local(&ours);
  out[i].of_all = table[1];
  out[i].from_program = first_number;
  out[i].address_of_mine = (size_t)&mine;
  out[i].address_of_ours = (size_t)&ours;
  out[i].address_of_table = (size_t)table;
}
// [/four-spaces]
