import { findAnswering } from '#availability/find-answering.ts'
import { readAvailability } from '#availability/read-availability.ts'
import { findHoursOf } from '#business-hours/find-hours-of.ts'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { listEvents } from '#events/list-events.ts'
import type { StoredEvent } from '#events/list-events.ts'
import { readCause } from '#lib/cause.ts'
import type { Cause } from '#lib/cause.ts'
import { FOLLOWED_EVENT_TYPES } from '#shared/event-types.ts'
import { findWaiting } from './find-waiting.ts'
import type { WaitingChat } from './find-waiting.ts'
import { sendAwayReply } from './send-away-reply.ts'
import { whyAway } from './why-away.ts'
import type { Away } from './why-away.ts'

/** Most events that are read at once. */
const PAGE = 500
/** A conversation that changes within this time after its customer wrote, such as one that a rule moves to a team, is looked at again. */
const SETTLES_MS = 10 * 60_000

/** Up to which event the follower of a workspace has acted, and when it is next due without one. */
type Followed = { position: number; dueAt: null }

/**
 * Sends away replies to the customers who wrote since an event, where their team is away. The events only name the conversations: what
 * decides is how these are now, so a process that was killed leaves nothing out, and an event that is read again sends nothing again.
 */
export async function replyWhileAway(
  scope: Scope,
  { position }: { position: number },
  isOver: () => boolean,
): Promise<Followed> {
  const types = [...FOLLOWED_EVENT_TYPES.away]
  const batch = await listEvents(scope, { position, limit: PAGE, types })
  const causes = findConversations(batch.events)
  const waiting = causes.size === 0 ? [] : await findWaiting(scope, [...causes.keys()])
  const whyIsAway = await createDecision(scope, waiting)
  for (const chat of waiting) {
    if (isOver()) return { position, dueAt: null }
    const away = whyIsAway(chat)
    if (away) await sendAwayReply(scope, chat, away, causes.get(chat.id))
  }
  return { position: batch.position, dueAt: null }
}

type Written = {
  type: string
  created_at: string
  data: { id: string; conversation_id?: string; waiting_since?: string | null }
}

/** Returns the conversations that may wait for an away reply since these events, and what caused them. */
function findConversations(events: readonly StoredEvent[]): Map<string, Cause | undefined> {
  return new Map(
    events.flatMap(({ body, cause }): [string, Cause | undefined][] => {
      const { created_at: at, data } = JSON.parse(body) as Written
      if (data.conversation_id !== undefined) return [[data.conversation_id, readCause(cause)]]
      const since = data.waiting_since
      const isFresh =
        since !== null && since !== undefined && Date.parse(at) - Date.parse(since) <= SETTLES_MS
      return isFresh ? [[data.id, readCause(cause)]] : []
    }),
  )
}

/** Returns a function that returns why the team of a conversation is away; undefined if it is not. */
async function createDecision(
  scope: Scope,
  waiting: readonly WaitingChat[],
): Promise<(chat: WaitingChat) => Away | undefined> {
  if (waiting.length === 0) return () => undefined
  const now = scope.clock.now().getTime()
  const hours = await findHoursOf(
    scope,
    waiting.map((chat) => chat.team_id),
  )
  const asksWhoIsOnline = waiting.some(({ condition }) => condition !== 'outside_hours')
  const isAnyoneOnline = asksWhoIsOnline ? await findOnline(scope) : () => true
  return ({ team_id: teamId, condition, wrote_at }) =>
    whyAway(condition, {
      hours: hours.get(teamId) ?? null,
      wroteAt: Math.min(wrote_at.getTime(), now),
      now,
      isAnyoneOnline: isAnyoneOnline(teamId),
    })
}

/** Returns a function that returns whether somebody is online who may answer: of a team, or of all members for null. */
async function findOnline(scope: Scope): Promise<(teamId: string | null) => boolean> {
  const answering = [...(await findAnswering(scope)).keys()]
  const read = await readAvailability(scope, answering, scope.clock.now())
  const online = answering.filter((id) => read.get(id)?.availability === 'online')
  const places = await selectFrom(scope, 'team_members')
    .select(['team_id', 'membership_id'])
    .execute()
  return (teamId) =>
    teamId === null
      ? online.length > 0
      : places.some((place) => place.team_id === teamId && online.includes(place.membership_id))
}
