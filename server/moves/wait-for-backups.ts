import { setTimeout as delay } from 'node:timers/promises'
import type { MoveClient } from './move-client.ts'
import type { MovedTable } from './read-tables.ts'

/**
 * The longest wait for the backups of a server. The move stays recorded when it is over, and the housekeeping continues it.
 */
const WAIT_MS = 60 * 60_000

/**
 * A backup whose sessions have not moved for this long is of a process that is frozen. It is longer than a backup waits for
 * a folder or a bucket that takes nothing, so that a backup that can still end itself does so.
 */
const FROZEN_MS = 15 * 60_000

const PAUSE_MS = 500

/** Options of `waitForBackups`. `signal` ends the wait. The times in ms are for tests. */
export type BackupWait = { signal?: AbortSignal | undefined; waitMs?: number; frozenMs?: number }

/**
 * Waits until no backup of a server locks one of the tables. Ends the sessions of a backup whose process is frozen.
 *
 * @throws {Error} a backup still holds its locks after an hour
 */
export async function waitForBackups(
  client: MoveClient,
  tables: MovedTable[],
  { signal, waitMs = WAIT_MS, frozenMs = FROZEN_MS }: BackupWait,
): Promise<void> {
  const startedMs = performance.now()
  let seen: { state: string; sinceMs: number } | undefined
  for (;;) {
    const sessions = await readSessions(client, tables)
    if (sessions.length === 0) return
    const nowMs = performance.now()
    const state = JSON.stringify(sessions)
    if (seen?.state !== state) seen = { state, sinceMs: nowMs }
    if (nowMs - seen.sinceMs >= frozenMs)
      for (const [pid] of sessions)
        await client.rows('select pg_terminate_backend($1::integer, 5000)', [pid])
    else if (nowMs - startedMs >= waitMs)
      throw new Error(
        `A backup still locks the tables after ${Math.round(waitMs / 60_000)} minutes. The rest of the move is done when the backup has ended.`,
      )
    await delay(PAUSE_MS, undefined, signal && { signal })
  }
}

/**
 * Reads the sessions of backups that hold locks on the tables. What it returns for one changes while its process or the server works on
 * it, and does not change while both wait for each other. The state of a session of another role cannot be read without the right to;
 * it then looks as if it changed.
 */
async function readSessions(client: MoveClient, tables: MovedTable[]): Promise<unknown[][]> {
  return client.rows(
    `select pid, state_change, tuples_processed,
      case when state is null or (state = 'active' and wait_event_type is distinct from 'Client')
        then clock_timestamp() end
    from pg_stat_activity left join pg_stat_progress_copy using (pid)
    where pg_stat_activity.datname = current_database() and application_name = 'parley backup'
      and pid in (
        select pid from pg_locks
        where locktype = 'relation' and granted
          and database = (select oid from pg_database where datname = current_database())
          and relation in (select pg_class.oid from pg_class
            where relnamespace = current_schema()::regnamespace and relname = any ($1)))
    order by pid`,
    [tables.map(({ name }) => name)],
  )
}
