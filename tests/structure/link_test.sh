#!/bin/bash
# Libraries in order, from the lowest to the highest: none may need a symbol that only a library after it defines. The
# linker would find the symbol all the same where something else needs it too, and nobody would see the cycle.
#   link_test.sh NM LIBRARY…           checks these
#   link_test.sh NM --planted COMPILER AR   makes two libraries with such a need, and must find it
set -eu
nm=$1; shift

symbols() { "$nm" --format=posix "$@" 2>/dev/null | grep -o '^_Z[A-Za-z0-9_.]*6mlplab[A-Za-z0-9_.]*' | sort -u; }

check() {
  local folder; folder=$(mktemp -d)
  trap 'rm -rf "$folder"' RETURN
  local faults=0 library number=0
  for library in "$@"; do
    number=$((number + 1))
    symbols --extern-only --defined-only "$library" > "$folder/defined.$number" || true
    symbols --undefined-only "$library" > "$folder/needed.$number" || true
  done
  local count=$number
  : > "$folder/below"
  number=0
  for library in "$@"; do
    number=$((number + 1))
    sort -u "$folder/below" "$folder/defined.$number" -o "$folder/below"
    comm -23 "$folder/needed.$number" "$folder/below" > "$folder/open"
    local above
    for ((above = number + 1; above <= count; ++above)); do
      local found
      found=$(comm -12 "$folder/open" "$folder/defined.$above" | head -3 | c++filt | paste -sd ';')
      if [ -n "$found" ]; then
        echo "$(basename "$library") needs $(basename "${!above}"), which is above it: $found"
        faults=1
      fi
    done
  done
  return $faults
}

if [ "$1" != --planted ]; then
  check "$@"
  exit
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo 'namespace mlplab { int table(); int core() { return table(); } }' > core.cpp
echo 'namespace mlplab { int core(); int table() { return 1; } int entry() { return core(); } }' > backends.cpp
for name in core backends; do
  "$2" -c "$name.cpp"
  "$3" rcs "lib$name.a" "$name.o"
done
said=$(check libcore.a libbackends.a) && { echo 'a planted cycle was not found'; exit 1; }
[ "$said" = 'libcore.a needs libbackends.a, which is above it: mlplab::table()' ] || { echo "unexpected: $said"; exit 1; }
