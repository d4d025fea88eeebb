# What .ci/run and .ci/full share: installing what is missing, and counting what passed.

# want COMMAND PACKAGE: installs Debian's PACKAGE where COMMAND is missing. Each package is a call of its own: apt refuses
# a whole call for one package that it cannot have (npm, say, beside a Node.js from elsewhere that brings its own npm).
want() {
  command -v "$1" >/dev/null && return
  apt_install "$2" && command -v "$1" >/dev/null && return
  echo "skipped: no $1, since apt-get cannot install $2 here: what needs it is left out"
  return 1
}

apt_install() {
  # shellcheck disable=SC2015 # the list is fetched once
  [ -n "${apt_updated:-}" ] || { apt-get update -qq >/dev/null 2>&1; apt_updated=yes; }
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1
}

# want_book DIRECTORY: what builds the book, and npm's packages for it in DIRECTORY/node_modules.
want_book() {
  want node nodejs && want npm npm || return
  npm ci --ignore-scripts --no-fund --no-audit --prefix "$1" && return
  echo "skipped: npm cannot install what builds the book: its tests are left out"
  return 1
}

# closing_line LOG: "N passed, N failed, N skipped" from the output of CTest (or of the loop over programs in .ci/full), and before
# it the names of the tests that passed only when they were run again. Fails where no test ran.
# A repeated test has a line for each run; CTest's summary counts it by the last one, and counts a skipped test as passed.
# tests/fresh_machine repeats that summary in its report, behind other words.
closing_line() {
  awk '
    match($0, /Test +#[0-9]+: .* \.\.+/) {
      name = substr($0, RSTART, RLENGTH); sub(/^Test +#[0-9]+: /, "", name); sub(/ \.\.+$/, "", name)
      if (/\*\*\*Skipped/) ++skipped
      else if (/\*\*\*/) failed_once[name] = 1
      else if (name in failed_once) print "flaky: " name
    }
    /^[0-9]+% tests passed, [0-9]+ tests? failed out of [0-9]+/ { failed += $4; total += $NF }
    /^[0-9][0-9]_[a-z_]+ +(passed$|skipped: |FAILED )/ { ++total; failed += $2 == "FAILED"; skipped += $2 == "skipped:" }
    END { printf "%d passed, %d failed, %d skipped\n", total - failed - skipped, failed, skipped; exit total == 0 }
  ' "$1"
}
