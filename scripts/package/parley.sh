#!/bin/sh
# Runs Parley with the Node of this folder. Needs only a POSIX shell.
set -eu

file=$0
case $file in
*/*) ;;
*) file=./$file ;;
esac
while [ -h "$file" ]; do
  target=$(readlink "$file")
  case $target in
  /*) file=$target ;;
  *) file=${file%/*}/$target ;;
  esac
done
root=$(CDPATH= cd -- "${file%/*}/.." && pwd -P)

# Data is outside of this folder, which may be read-only and is replaced by an upgrade.
if [ -n "${HOME:-}" ] && [ "$(id -u 2>/dev/null || :)" != 0 ]; then
  data=${XDG_DATA_HOME:-$HOME/.local/share}/parley
else
  data=/var/lib/parley
fi
DATA_DIR=${DATA_DIR:-$data}
export DATA_DIR

# Read by the C library when a program begins (decision 130).
MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX:-1}
export MALLOC_ARENA_MAX

exec "$root/libexec/node" "$root/server/main.js" "$@"
