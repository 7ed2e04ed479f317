import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import { transaction } from '#db/transaction.ts'
import { readTogether, workTogether } from '#db/work-together.ts'
import { announceToWebApps, NOTIFICATIONS_CHANGED } from '#events/announce-to-web-apps.ts'
import { firstOf } from '#lib/first-of.ts'
import { itemAt } from '#lib/item-at.ts'
import { lastOf } from '#lib/last-of.ts'
import { NOTIFYING_EVENT_TYPES } from '#shared/event-types.ts'
import { notifyMembers } from './notify-members.ts'
import { readAudience } from './read-audience.ts'
import type { Audience } from './read-audience.ts'
import { readFacts } from './read-facts.ts'
import type { FeedEvent, FoundFacts } from './read-facts.ts'
import { settleNotifications } from './settle-notifications.ts'

/** Maximum number of events of one transaction that can notify members. */
const EVENTS = 200
/** Maximum number of positions of one transaction; most events notify nobody. */
const POSITIONS = 10_000
const NOTIFYING = sql.join(NOTIFYING_EVENT_TYPES.map((type) => sql.lit(type)))
/** Events that are older when they are reached, after an outage, notify nobody. */
const STALE_MS = 24 * 3_600_000

/** An event of the next ones, or one row without an event if there is none. */
type EventRow = { workspace_id: string; from: number; last: number; position: number | null } & (
  | FeedEvent
  | { body: null }
)

/**
 * Notifies the members of the next events of a workspace, in one transaction with the position up to which they are
 * notified: so each event is reached exactly once, whatever is killed. Returns whether there may be more events.
 */
export async function recordNotifications(scope: Scope): Promise<{ isMore: boolean }> {
  const next = await readNext(scope)
  return next ? transaction(scope, (tx) => recordNext(tx, next)) : { isMore: false }
}

/**
 * Notifies the members of several workspaces of one server, as `recordNotifications` does for each, in one transaction. Rejects,
 * with nothing done, when it fails for one of them.
 */
export async function recordNotificationsTogether(
  scopes: Scope[],
  limitMs: number,
): Promise<{ isMore: boolean }[]> {
  const next = await readTogether(scopes, readNext)
  const found = scopes.flatMap((scope, index) => {
    const own = next[index]
    return own ? [{ scope, own }] : []
  })
  const isMore = new Map<string, boolean>()
  if (found.length > 0)
    await workTogether(
      found.map(({ scope }) => scope),
      limitMs,
      async (tx, index) => {
        const recorded = await recordNext(tx, itemAt(found, index).own)
        isMore.set(tx.workspaceId, recorded.isMore)
      },
    )
  return scopes.map(({ workspaceId }) => ({ isMore: isMore.get(workspaceId) ?? false }))
}

/** The next events of a workspace: their positions, their facts and whom they may notify. */
type NextEvents = FoundFacts & {
  from: number
  position: number
  isMore: boolean
  audience: Audience | undefined
}

async function readNext(scope: Scope): Promise<NextEvents | undefined> {
  const { from, events, position, isMore } = await readEvents(scope)
  if (position === from) return undefined
  const since = new Date(scope.clock.now().getTime() - STALE_MS)
  const found = await readFacts(scope, events, since)
  const audience = found.facts.length > 0 ? await readAudience(scope, found.facts) : undefined
  return { from, position, isMore, audience, ...found }
}

async function recordNext(tx: Scope, next: NextEvents): Promise<{ isMore: boolean }> {
  const { from, position, isMore, audience, facts, ...changed } = next
  // Another worker may already have notified of these events.
  const moved = await movePosition(tx, [{ from, position }])
  if (moved.length === 0) return { isMore: true }
  if (audience) await notifyMembers(tx, facts, audience)
  if (await settleNotifications(tx, changed)) await announceToWebApps(tx, NOTIFICATIONS_CHANGED)
  return { isMore }
}

/** Locks and moves positions; returns a row for each that was still `from`. */
const movePosition = gathered<{ from: number; position: number }, { workspace_id: string }>(
  (tx, moves) => {
    const given = moves.rows('given', {
      former: ['bigint', (each) => each.from],
      position: ['bigint', (each) => each.position],
    })
    return prepared<{ workspace_id: string }>`
      with given as (
        select ${given.columns} from ${given}
      ), moved as (
        update notification_cursors as cursor set position = given.position
        from given
        where cursor.workspace_id = given.workspace_id and cursor.position = given.former
        returning given.workspace_id
      ), made as (
        insert into notification_cursors (workspace_id, position)
        select workspace_id, position from given where former = 0
        order by workspace_id
        on conflict (workspace_id) do nothing
        returning workspace_id
      )
      select workspace_id from moved union all select workspace_id from made`.execute(tx.db)
  },
)

/**
 * Returns the position of the last event of which members were notified, the next events that can notify them, the position
 * up to which there are no others, and whether there may be more after it. It is one statement, because a busy workspace
 * runs it many times per second.
 */
async function readEvents(
  scope: Scope,
): Promise<{ from: number; events: FeedEvent[]; position: number; isMore: boolean }> {
  const rows = await findEvents(scope, ['next'])
  const { from, last } = firstOf(rows)
  const events = rows.filter((row): row is EventRow & FeedEvent => row.body !== null)
  if (events.length === EVENTS)
    return { from, events, position: lastOf(events).position!, isMore: true }
  const until = Math.min(last, from + POSITIONS)
  return { from, events, position: until, isMore: until < last }
}

const findEvents = gathered<'next', EventRow>((tx, given) => {
  const asked = given.rows('asked', {})
  return prepared<EventRow>`
    select asked.workspace_id, coalesce(cursor.position, 0) as from, counter.event_position as last,
      event.position, event.type, event.body, event.created_at
    from ${asked}
    join workspace_counters as counter on counter.workspace_id = asked.workspace_id
    left join notification_cursors as cursor on cursor.workspace_id = asked.workspace_id
    left join lateral (
      select position, type, body, created_at from events
      where events.workspace_id = asked.workspace_id and events.type in (${NOTIFYING})
        and events.position > coalesce(cursor.position, 0)
        and events.position <= least(counter.event_position, coalesce(cursor.position, 0) + ${POSITIONS}::bigint)
      order by events.position
      limit ${EVENTS}::int
    ) as event on true
    order by event.position`.execute(tx.db)
})
