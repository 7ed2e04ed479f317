import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { readCause } from '#lib/cause.ts'
import type { ActorType } from '#shared/actors.ts'
import { FOLLOWED_EVENT_TYPES } from '#shared/event-types.ts'
import type { EventType } from '#shared/event-types.ts'
import type { ThreadChange } from './engine/undo-changes.ts'

/** An event of the log. `xid`: its transaction. */
export type LoggedEvent = {
  type: EventType
  position: number
  body: string
  cause: string | null
  created_at: Date
  xid: string
}

/** The data of an event, as far as rules look at it. */
export type EventData = {
  id: string
  conversation_id?: string | null
  author?: { type: ActorType; id: string | null }
  [name: string]: unknown
}

/** A change with who made it. */
type MadeChange = ThreadChange & { actor_type: ActorType }

/** What one transaction did to one conversation: its events, and the changes that its thread and those of its tickets show. */
export type Step = {
  chatId: string
  position: number
  at: Date
  events: { type: EventType; data: EventData }[]
  /** The firing that caused it, if a rule did. */
  firingId: string | null
  changes: MadeChange[]
}

/** The prefix of a cause that is the firing of a rule. */
const CAUSE = 'rule-'

/** The longest time for which a change is older than its event. */
const CHANGES_MS = 3_600_000

/** Returns the id of the request that a firing stands for, as the cause of what it does. */
export function toRequestId(firingId: string): string {
  return `${CAUSE}${firingId}`
}

/**
 * Reads the events after a position, by transactions and conversations, in their order. Returns the position of the last one that was
 * read; a transaction that the limit would divide is left for the next page. `ends`: the positions of the last step of each transaction.
 */
export async function readSteps(
  scope: Scope,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<{ steps: Step[]; position: number; ends: ReadonlySet<number> }> {
  const types: readonly EventType[] = FOLLOWED_EVENT_TYPES.rules
  const { rows } = await prepared<LoggedEvent>`
    select type, position, body, cause, created_at, xmin::text as xid from events
    where workspace_id = ${scope.workspaceId} and position > ${after}::bigint and position <= ${upTo}::bigint
      and type = any (${types}::text[])
    order by position limit ${limit}::int`.execute(scope.db)
  const isFull = rows.length === limit
  const whole = isFull ? rows.filter(({ xid }) => xid !== rows.at(-1)?.xid) : rows
  const taken = whole.length > 0 ? whole : rows
  const { steps, ends } = await toSteps(scope, taken)
  return {
    steps,
    ends,
    position: isFull ? taken.at(-1)!.position : upTo,
  }
}

type OwnStep = Step & { xid: string }

/** Returns the steps of events, which are in their order, with the changes that their transactions recorded. */
export async function toSteps(
  scope: Scope,
  events: readonly LoggedEvent[],
): Promise<{ steps: Step[]; ends: ReadonlySet<number> }> {
  const steps = gatherSteps(events)
  await addChanges(scope, steps)
  const last = new Map(steps.map(({ xid, position }) => [xid, position]))
  return { steps: steps.map(({ xid: _, ...step }) => step), ends: new Set(last.values()) }
}

function gatherSteps(events: readonly LoggedEvent[]): OwnStep[] {
  const steps = new Map<string, OwnStep>()
  for (const { type, position, body, cause, created_at: at, xid } of events) {
    const { data } = JSON.parse(body) as { data: EventData }
    const chatId = type.startsWith('conversation.') ? data.id : data.conversation_id
    // A ticket or an event about something else has no conversation.
    if (!chatId) continue
    const key = `${xid} ${chatId}`
    const known = steps.get(key)
    steps.delete(key)
    steps.set(key, {
      chatId,
      position,
      at,
      events: [...(known?.events ?? []), { type, data }],
      firingId: readFiring(cause) ?? known?.firingId ?? null,
      changes: [],
      xid,
    })
  }
  return [...steps.values()]
}

function readFiring(cause: string | null): string | null {
  const id = readCause(cause)?.requestId
  return id?.startsWith(CAUSE) ? id.slice(CAUSE.length) : null
}

/** Adds the changes that the transactions of steps recorded. A row keeps the number of the transaction that inserted it. */
async function addChanges(scope: Scope, steps: OwnStep[]): Promise<void> {
  const { workspaceId } = scope
  const asked = steps.flatMap((step, index) => {
    const tickets = step.events.filter(({ type }) => type.startsWith('ticket.'))
    const ids = [null, ...new Set(tickets.map(({ data }) => data.id))]
    return ids.map((ticketId) => ({ index, step, ticketId }))
  })
  if (asked.length === 0) return
  const rows = bulkRows('asked', asked, {
    step: ['integer', ({ index }) => index],
    chat_id: ['uuid', ({ step, ticketId }) => (ticketId === null ? step.chatId : null)],
    ticket_id: ['uuid', ({ ticketId }) => ticketId],
    xid: ['text', ({ step }) => step.xid],
    since: ['timestamptz', ({ step }) => new Date(step.at.getTime() - CHANGES_MS)],
  })
  const { rows: changes } = await prepared<MadeChange & { step: number }>`
    select asked.step, change.kind, change.actor_type, change.data
    from ${rows}
    join chat_changes as change
      on change.workspace_id = ${workspaceId} and change.chat_id = asked.chat_id and change.occurred_at > asked.since
      and change.xmin::text = asked.xid
    union all
    select asked.step, 'ticket' as kind, change.actor_type, change.data
    from ${rows}
    join ticket_changes as change
      on change.workspace_id = ${workspaceId} and change.ticket_id = asked.ticket_id
      and change.occurred_at > asked.since and change.xmin::text = asked.xid`.execute(scope.db)
  for (const { step, ...change } of changes) steps[step]!.changes.push(change)
}
