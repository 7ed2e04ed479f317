import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { firstOf } from '#lib/first-of.ts'
import { readReplayFilter } from './replay-filter.ts'
import type { ReplayFilter, ReplayInput } from './replay-filter.ts'
import {
  findPart,
  matchingDeliveries,
  matchingEvents,
  sourcesOf,
  wholeRange,
} from './replay-range.ts'
import type { ReplayPart } from './replay-range.ts'
import type { ReplayCount } from './schema.ts'

/** Rows per statement, because a log may be far longer than one statement can read. */
const ROWS = 50_000

/** The selection of a replay, and how many deliveries it matches now. */
export type CountedReplay = { filter: ReplayFilter; count: ReplayCount }

/**
 * Counts everything that a replay would queue, a bounded part at a time. Must run outside a transaction.
 *
 * @throws {AppError} endpoint_not_found, validation_failed, conflicting_fields
 */
export async function countReplay(
  scope: Scope,
  endpointId: string,
  input: ReplayInput,
): Promise<CountedReplay> {
  const endpoint = await getById(scope, 'webhook_endpoints', endpointId)
  const filter = await readReplayFilter(scope, endpoint.id, input)
  const whole = wholeRange(filter, null)
  const total: ReplayCount = { count: 0, oldest: null, newest: null }
  let { after } = whole
  for (;;) {
    const part = await findPart(scope, filter, { ...whole, after }, ROWS)
    const { count, oldest, newest } = await countPart(scope, filter, part)
    total.count += count
    if (oldest && !(total.oldest && total.oldest <= oldest)) total.oldest = oldest
    if (newest && !(total.newest && total.newest >= newest)) total.newest = newest
    if (part.isLast) return { filter, count: total }
    after = part.upTo
  }
}

async function countPart(
  scope: Scope,
  filter: ReplayFilter,
  part: ReplayPart,
): Promise<ReplayCount> {
  const sources = sourcesOf(filter, {
    deliveries: () => sql`select created_at ${matchingDeliveries(scope, filter, part)}`,
    events: () => sql`select event.created_at ${matchingEvents(scope, filter, part)}`,
  })
  const { rows } = await sql<ReplayCount>`
    select count(*) as count, min(created_at) as oldest, max(created_at) as newest
    from (${sql.join(sources, sql` union all `)}) as matching`.execute(scope.db)
  return firstOf(rows)
}
