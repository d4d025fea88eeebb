#!/bin/sh
# ROOT/cmake/ccache.sh CCACHE COMPILER ARGUMENT...
#
# Compiles through ccache, which finds what was compiled once, here or in another clone. (A script, because `cmake -E env`
# takes longer to start than ccache takes to find a result.)

# Paths below the project become relative, and so are the same in each clone. (Not in what is compiled for a debugger, which
# has to find the sources of this clone.)
export CCACHE_BASEDIR="${0%/cmake/ccache.sh}"
# What ccache's manual wants where headers are precompiled.
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
# The hashes of headers are remembered: a precompiled one has 125 MB, and is part of the question for each file that uses it.
export CCACHE_INODECACHE=1

# When a precompiled header is made anew, ccache would take the old one for a part of its input, and find nothing; and as no two
# of them are equal byte by byte, it would then find nothing that is compiled with the new one either.
for argument; do
  case $argument in *.gch) rm -f -- "$argument" ;; esac
done
exec "$@"
