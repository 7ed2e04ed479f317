import type { WithClock, WithDb } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'

/** Since when payloads could be stored on a server without a gap, and when that was last seen. */
type IngestUptime = { since: Date; seenAt: Date }

/** How long nothing may be recorded until that is a gap, in which platforms may have been refused. */
const UPTIME_GAP_MS = 10_000

/** Records that payloads can be stored on the server of `context` now. After a gap, the uptime begins again. */
export async function recordIngestUptime(context: WithDb & WithClock): Promise<void> {
  const now = context.clock.now()
  await prepared`
    insert into ingest_uptime as uptime (since, seen_at) values (${now}::timestamptz, ${now}::timestamptz)
    on conflict (is_only) do update
    set since = case when uptime.seen_at < ${new Date(now.getTime() - UPTIME_GAP_MS)}::timestamptz
        then excluded.since else uptime.since end,
      seen_at = greatest(uptime.seen_at, excluded.seen_at)`.execute(context.db)
}

/** Reads the uptime of the server of `context`; undefined while payloads cannot be stored there, as far as is known. */
export async function readIngestUptime(
  context: WithDb & WithClock,
): Promise<IngestUptime | undefined> {
  const row = await context.db
    .selectFrom('ingest_uptime')
    .select(['since', 'seen_at as seenAt'])
    .executeTakeFirst()
  const isCurrent = row && row.seenAt.getTime() > context.clock.now().getTime() - UPTIME_GAP_MS
  return isCurrent ? row : undefined
}
