// add, look: what a kernel does to a buffer, and what it finds there.
//
// Data      data: n uints in global memory
// add       data[i] = data[i] + value. NDRange: 1-D, global_size >= n, any local_size.
//           1 load and 1 store of 4 bytes per element
// look      address[0] = where the kernel finds the buffer, first[0] = data[0].
//           NDRange: one work-item. 1 load, and 2 stores of 8 and 4 bytes

kernel void add(global uint* data, uint value, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    data[i] = data[i] + value;
}

// An address is good for comparing while this kernel runs; a host must never store it in a buffer.
kernel void look(global const uint* data, global ulong* address, global uint* first) {
  address[0] = (ulong)(size_t)data;
  first[0] = data[0];
}
