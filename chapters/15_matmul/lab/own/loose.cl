// t3 but for one thing: its tiles begin at multiples of 16 bytes, as those of t2 do.
// ./learn lab 15 --device gpu --size 4096 --step t3 --kernel chapters/15_matmul/lab/own/loose.cl
// Every aligned(...) in that file becomes aligned(16). (A macro does not replace its own name again.)
#define aligned(bytes) aligned(16)
#include "t3_swizzles.cl"
