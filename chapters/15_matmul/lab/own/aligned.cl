// t2 but for one thing: its tiles begin at multiples of 128 bytes, as those of t3 do.
// ./learn lab 15 --device gpu --size 4096 --step t2 --kernel chapters/15_matmul/lab/own/aligned.cl
// Every aligned(...) in that file becomes aligned(128). (A macro does not replace its own name again.)
#define aligned(bytes) aligned(128)
#include "t2_async_copies.cl"
