import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { readAlias } from '#lib/read-alias.ts'
import { invalidField } from '#lib/errors.ts'
import { readTime } from '#lib/read-time.ts'
import type { ReplayedStatus } from '#shared/webhooks.ts'
import type { ReplayBody } from './schema.ts'

/** Which deliveries to queue again: `status` is an alias for one of `statuses`; times are RFC 3339. */
export type ReplayInput = Omit<Static<typeof ReplayBody>, 'dry_run'>

/**
 * A replay's filter: events from `since` and before `until`; `types` null for all. An event of before `keptSince` counts
 * as not missing, because its delivery may have been deleted before it.
 */
export type ReplayFilter = {
  endpointId: string
  types: string[] | null
  statuses: ReplayedStatus[]
  since: Date | null
  until: Date
  keptSince: Date
}

const DAY_MS = 24 * 3_600_000

/** Returns the time before which the workspace's events and deliveries are deleted. */
export async function findKeptSince(scope: Scope): Promise<Date> {
  const { retention_days: days } = await scope.directory
    .selectFrom('workspaces')
    .select('retention_days')
    .where('id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  return new Date(scope.clock.now().getTime() - days * DAY_MS)
}

/**
 * Validates a replay's filter: by default everything failed or cancelled. Nothing that is created later, so that every
 * replay ends. @throws {AppError} validation_failed, conflicting_fields
 */
export async function readReplayFilter(
  scope: Scope,
  endpointId: string,
  input: ReplayInput,
): Promise<ReplayFilter> {
  const given = {
    statuses: input.statuses && sorted(input.statuses).join(),
    status: input.status,
  }
  const statuses = readAlias<string>(given, ['statuses', 'status'])?.value.split(',')
  // The end is exclusive, and what was created in this millisecond must be included.
  const now = new Date(scope.clock.now().getTime() + 1)
  const until = input.until === undefined ? now : readTime(input.until, 'until')
  const since = input.since === undefined ? null : readTime(input.since, 'since')
  if (since && since >= until) throw invalidField('since', 'must be before `until` and in the past')
  return {
    endpointId,
    types: input.types ? sorted(input.types) : null,
    statuses: (statuses ?? ['cancelled', 'failed']) as ReplayedStatus[],
    since,
    until: until < now ? until : now,
    keptSince: await findKeptSince(scope),
  }
}

function sorted<T>(values: T[]): T[] {
  return [...new Set(values)].toSorted((a, b) => (a < b ? -1 : 1))
}
