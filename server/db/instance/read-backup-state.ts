import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { findNextDue } from '#lib/settings/to-backup-settings.ts'
import type { BackupSchedule } from '#lib/settings/to-backup-settings.ts'
import { firstOf } from '#lib/first-of.ts'

/**
 * The state of the scheduled backups: when the last successful one was started and its size in bytes, how many failed
 * since then, when the first and the last of them ended, and why.
 */
type BackupState = {
  lastSuccessAt: Date | null
  bytes: number | null
  failures: number
  firstFailureAt: Date | null
  lastFailureAt: Date | null
  lastError: string | null
}

/** Reads the state of the scheduled backups from the directory. */
export async function readBackupState({
  directory,
}: Pick<Context, 'directory'>): Promise<BackupState> {
  const { rows } = await sql<BackupState>`
    with last as (
      select started_at, bytes from backups where due_at is not null and error is null
      order by started_at desc limit 1
    ), failed as (
      select finished_at as ended_at, error from backups
      where error is not null and started_at > coalesce((select started_at from last), '-infinity')
    )
    select (select started_at from last) as "lastSuccessAt",
      (select bytes from last) as bytes,
      (select count(*) from failed)::integer as failures,
      (select min(ended_at) from failed) as "firstFailureAt",
      (select max(ended_at) from failed) as "lastFailureAt",
      (select error from failed order by ended_at desc limit 1) as "lastError"`.execute(directory)
  return firstOf(rows)
}

/**
 * Returns the first time that a backup was due and has not been written yet, or undefined if none is late. Without any
 * successful backup, it is the first failure.
 */
export function findLateSince(
  schedule: BackupSchedule,
  { lastSuccessAt, firstFailureAt }: Pick<BackupState, 'lastSuccessAt' | 'firstFailureAt'>,
  now: Date,
): Date | undefined {
  const since = lastSuccessAt ? findNextDue(schedule, lastSuccessAt) : firstFailureAt
  return since && since < now ? since : undefined
}
