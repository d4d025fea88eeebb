// A kernel that builds with a warning.

#warning "this kernel is only an example"

kernel void nothing(void) {}
