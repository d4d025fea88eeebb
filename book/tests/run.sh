#!/usr/bin/env bash
# The book's tests. `run.sh units`: its parts, in seconds. `run.sh browser [OPTIONS]`: builds it, and looks at every page in Chromium.
# Exit code 77: skipped, and why.
book=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd) || exit 1
skip() { echo "skipped: $*"; exit 77; }

command -v node >/dev/null || skip "there is no Node.js here, and only the book needs it"
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 18 ] || skip "Node.js $(node --version) is too old for the book: 18 or newer is needed"
[ -e "$book/node_modules/.package-lock.json" ] || skip "the book's packages are not installed: ./learn book does that"
[ ! "$book/package-lock.json" -nt "$book/node_modules/.package-lock.json" ] || skip "the book's packages are older than its list of them: ./learn book installs them"

case $1 in
  units) node --test "$book"/tests/*.test.mjs ;;
  browser)
    for name in "${CHROMIUM:-chromium}" chromium-browser google-chrome; do
      CHROMIUM=$(command -v "$name") && break
    done
    [ -n "$CHROMIUM" ] || skip "there is no Chromium here"
    export CHROMIUM
    pages=$(mktemp -d) || exit 1
    trap 'rm -rf "$pages"' EXIT
    node "$book/tools/build.mjs" --out "$pages" && node "$book/tests/browser.mjs" "$pages" "${@:2}"
    ;;
  *) echo "usage: run.sh units | browser [OPTIONS]"; exit 2 ;;
esac
