#!/bin/sh
# Plays systemctl for the run books: starts and stops the processes of Parley as their units do, with the settings of /etc/parley.env.
# RUN is a folder for their ids and logs, SETTINGS the file with the settings, PARLEY the program.
set -e
verb=$1
shift
for unit; do
  part=${unit#parley-}
  id="$RUN/$part.pid" log="$RUN/$part.log"
  if [ "$verb" != start ]; then
    kill "$(cat "$id")"
    while kill -0 "$(cat "$id")" 2>/dev/null; do sleep 0.05; done
  fi
  if [ "$verb" != stop ]; then
    (
      # Only the file counts, as for a unit.
      unset DATABASE_URL DATABASE_SHARD_URLS SECRET_KEY SECRET_KEY_PREVIOUS
      set -a
      . "$SETTINGS"
      exec "$NODE" "$PARLEY" start --only "$part" --json
    ) >"$log" 2>&1 &
    echo $! >"$id"
    until grep -q '"ready":true' "$log"; do
      kill -0 "$(cat "$id")" 2>/dev/null || { cat "$log"; exit 1; }
      sleep 0.05
    done
  fi
done
