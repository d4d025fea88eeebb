#pragma once

namespace exercise {

/// Limits what this process, and each one that it starts, may use, so that a mistake in a learner's file does not stop
/// the whole machine: `cpu_seconds` of computing time, 4 GiB of memory and 16 MiB for each core (drivers have
/// threads), 256 MiB in a file, 1024 open files, no core file, and no more processes and threads of this user than some thousand beyond
/// those that run now. Limits that the system does not have, or does not apply to this user, are left out.
void limit_resources(unsigned cpu_seconds);

} // namespace exercise
