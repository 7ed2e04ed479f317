import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { isDatabaseUnavailable, sqlState } from '#db/pool.ts'
import { isOnShard } from '#db/shards.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import { lastOf } from '#lib/last-of.ts'
import { readRowLimits, RETENTION_DAYS } from './partitions/partition-groups.ts'
import { takeTurns } from './take-turns.ts'
import { trimWorkspace } from './trim-workspace.ts'
import type { Trim } from './trim.ts'

const WORKSPACES_PAGE = 500
/** A statement or a lock took too long. This concerns only the current workspace. */
const SLOW = new Set(['57014', '55P03'])

/**
 * Deletes data that is older than each workspace's retention time, in small batches with pauses as long as the
 * batch took, until nothing is left or `signal` is aborted. Workspaces alternate, so that one with millions of
 * rows does not delay the others.
 */
export async function trimWorkspaces(
  context: Pick<Context, 'db' | 'directory' | 'clock' | 'log' | 'shard' | 'config'>,
  options: { signal?: AbortSignal; pauseMinMs?: number } = {},
): Promise<void> {
  await takeTurns(startTrims(context), {
    ...options,
    onError(err) {
      if (isDatabaseUnavailable(err) && !SLOW.has(sqlState(err) ?? '')) throw err
      context.log.error({ err }, 'failed to trim a workspace; it is retried in an hour')
    },
  })
}

async function* startTrims(
  context: Pick<Context, 'db' | 'directory' | 'clock' | 'log' | 'shard' | 'config'>,
): AsyncGenerator<Trim> {
  const now = context.clock.now()
  const dayMs = context.config.retentionDayMs
  const rowLimits = await readRowLimits(context)
  const start = (id: string, days: number, auditDays: number | null = null) => {
    const auditKeptMs = auditDays === null ? null : auditDays * dayMs
    return trimWorkspace({
      ...context,
      workspaceId: id,
      now,
      keptMs: days * dayMs,
      auditKeptMs,
      rowLimits,
    })
  }
  yield start(NO_WORKSPACE, RETENTION_DAYS)
  for (let after = NO_WORKSPACE; ;) {
    const rows = await context.directory
      .selectFrom('workspaces')
      .select([
        'id',
        'audit_retention_days',
        // Events and payloads contain messages, so they are not kept longer.
        sql<number>`least(retention_days, message_retention_days)`.as('days'),
      ])
      .where('id', '>', after)
      .where(isOnShard(context))
      .orderBy('id')
      .limit(WORKSPACES_PAGE)
      .execute()
    for (const row of rows) yield start(row.id, row.days, row.audit_retention_days)
    if (rows.length < WORKSPACES_PAGE) return
    after = lastOf(rows).id
  }
}
