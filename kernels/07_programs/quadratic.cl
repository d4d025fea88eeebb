// The same program in one piece, by the preprocessor alone: a source may include a source.

#include "discriminant.cl"
#include "roots.cl"
