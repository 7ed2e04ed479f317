import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import type { ActorType } from '#shared/actors.ts'
import { isAbout } from '#shared/event-types.ts'
import type { EventType } from '#shared/event-types.ts'
import type { BulkPart } from '#db/tables/notifications.ts'
import type { Fact } from '../rules-for.ts'
import { findHandedBack, findOurs } from './find-handed-back.ts'

/** A fact with its place, a conversation or a ticket, and its time. `sourceId` makes it unique for each kind and member. */
export type PlacedFact = Fact & {
  sourceId: string
  chatId: string | null
  ticketId: string | null
  /** The conversations or tickets of a bulk action; null: the fact is about one. */
  bulk: BulkPart | null
  actorType: ActorType
  at: Date
  /** An answer with a later id than this handles the conversation; by default `sourceId`. */
  sinceId?: string
}

/** An event of the feed, of a type that can notify members. */
export type FeedEvent = { type: EventType; body: string; created_at: Date }

/** A fact whose assignee is not read yet. */
type FoundFact = Omit<PlacedFact, 'assigneeId' | 'bulk'>

/** The facts of events, and the conversations and tickets that the events changed. */
export type FoundFacts = { facts: PlacedFact[]; chatIds: string[]; ticketIds: string[] }

/** The longest time for which a change is older than its event. */
const CHANGES_MS = 3_600_000

type MessageData = {
  id: string
  conversation_id: string
  author: { id: string | null }
  standby?: boolean
}
type NoteData = {
  id: string
  conversation_id: string | null
  ticket_id?: string
  author: { type: ActorType; id: string | null }
  mentions: string[]
  deleted_at: string | null
}
type Change = {
  id: string
  chat_id: string | null
  ticket_id: string | null
  kind: 'assigned' | 'reopened' | 'handed_over'
  actor_type: ActorType
  actor_id: string | null
  data: { assignee_id?: string | null; from?: string }
  occurred_at: Date
}

/**
 * Returns the facts of events, each with the present assignee of its conversation or ticket. What was deleted has none,
 * and neither has an assignment by a bulk action: it notifies once at its end. Events from before `since` have no facts.
 */
export async function readFacts(tx: Scope, events: FeedEvent[], since: Date): Promise<FoundFacts> {
  const found: FoundFact[] = []
  const standby: FoundFact[] = []
  const changed = { chats: new Map<string, Date>(), tickets: new Map<string, Date>() }
  const updated = { chatIds: new Set<string>(), ticketIds: new Set<string>() }
  for (const { type, body, created_at: at } of events) {
    const { data } = JSON.parse(body) as { data: unknown }
    if (type === 'conversation.updated') updated.chatIds.add((data as { id: string }).id)
    if (isAbout('ticket', type)) updated.ticketIds.add((data as { id: string }).id)
    if (at < since) continue
    if (type === 'message.received') {
      const message = data as MessageData
      ;(message.standby ? standby : found).push(messageFact(message, at))
    } else if (type === 'conversation.updated') changed.chats.set((data as { id: string }).id, at)
    else if (isAbout('ticket', type)) changed.tickets.set((data as { id: string }).id, at)
    else found.push(...mentionFacts(data as NoteData, at))
  }
  const changes = [
    ...(await findChanges(tx, changed.chats)),
    ...(await findAssignments(tx, changed.tickets)),
  ]
  for (const change of changes) found.push(...changeFacts(change))
  const handedOver = changes.filter(({ kind }) => kind === 'handed_over')
  const chats = new Set(handedOver.map((change) => change.chat_id!))
  found.push(...(await backFacts(tx, standby, [...chats], changed.chats)))
  const chatIds = found.flatMap(({ chatId }) => chatId ?? [])
  const ticketIds = found.flatMap(({ ticketId }) => ticketId ?? [])
  const assignees = new Map(
    [
      ...(await findAssignees.chats(tx, [...new Set(chatIds)])),
      ...(await findAssignees.tickets(tx, [...new Set(ticketIds)])),
    ].map((row) => [row.id, row.assignee_id] as const),
  )
  const inOrder = found.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return {
    facts: inOrder.flatMap((fact) => {
      const assigneeId = assignees.get(fact.ticketId ?? fact.chatId!)
      return assigneeId === undefined ? [] : [{ ...fact, assigneeId, bulk: null }]
    }),
    chatIds: [...updated.chatIds],
    ticketIds: [...updated.ticketIds],
  }
}

function messageFact(data: MessageData, at: Date): FoundFact {
  return {
    kind: 'message',
    sourceId: data.id,
    chatId: data.conversation_id,
    ticketId: null,
    membershipId: null,
    actorType: 'person',
    actorId: data.author.id,
    at,
  }
}

/**
 * Returns the facts of what customers wrote to another app, of conversations that are ours now: the last message of those
 * that came back since, and messages whose handover was reported first.
 */
async function backFacts(
  tx: Scope,
  standby: FoundFact[],
  handedOver: string[],
  changed: Map<string, Date>,
): Promise<FoundFact[]> {
  const back = handedOver.length > 0 ? await findHandedBack(tx, handedOver, startOf(changed)) : []
  const cameBack = new Set(back.map((each) => each.chat_id))
  const earlier = standby.filter(({ chatId }) => !cameBack.has(chatId!))
  const earlierIds = earlier.map(({ chatId }) => chatId!)
  const ours = await findOurs(tx, earlierIds)
  return [
    ...earlier.filter(({ chatId }) => ours.has(chatId!)),
    ...back.map((each): FoundFact => ({
      kind: 'message',
      sourceId: each.message_id,
      chatId: each.chat_id,
      ticketId: null,
      membershipId: null,
      actorType: each.actor_type,
      actorId: each.actor_id,
      at: each.occurred_at,
      sinceId: each.id,
    })),
  ]
}

/** Returns the mentions of a note or of a comment, which has its place at its ticket. */
function mentionFacts(data: NoteData, at: Date): FoundFact[] {
  if (data.deleted_at !== null) return []
  return data.mentions.map((membershipId) => ({
    kind: 'mention',
    sourceId: data.id,
    chatId: data.ticket_id === undefined ? data.conversation_id : null,
    ticketId: data.ticket_id ?? null,
    membershipId,
    actorType: data.author.type,
    actorId: data.author.id,
    at,
  }))
}

/** Finds the assignments, handovers and ends of snoozes of conversations that events of these times report. */
async function findChanges(tx: Scope, chats: Map<string, Date>): Promise<Change[]> {
  if (chats.size === 0) return []
  const since = startOf(chats)
  const { rows } = await prepared<Change>`
    select id, chat_id, null as ticket_id, kind, actor_type, actor_id, data, occurred_at from chat_changes
    where workspace_id = ${tx.workspaceId} and chat_id = any (${[...chats.keys()]}::uuid[])
      and occurred_at > ${since}
      and (kind = 'handed_over' or data -> 'bulk_action_id' is null and (kind = 'assigned'
        or (kind = 'reopened' and actor_type = 'system' and data ->> 'from' = 'snoozed')))
    order by occurred_at, id`.execute(tx.db)
  return rows
}

/** Finds the assignments of tickets that events of these times report. */
async function findAssignments(tx: Scope, tickets: Map<string, Date>): Promise<Change[]> {
  if (tickets.size === 0) return []
  const { rows } = await prepared<Change>`
    select id, null as chat_id, ticket_id, kind, actor_type, actor_id, data, occurred_at from ticket_changes
    where workspace_id = ${tx.workspaceId} and ticket_id = any (${[...tickets.keys()]}::uuid[])
      and occurred_at > ${startOf(tickets)} and kind = 'assigned'
      and data -> 'bulk_action_id' is null
    order by occurred_at, id`.execute(tx.db)
  return rows
}

function startOf(changed: Map<string, Date>): Date {
  const times = [...changed.values()].map((at) => at.getTime())
  return new Date(Math.min(...times) - CHANGES_MS)
}

function changeFacts(change: Change): FoundFact[] {
  if (change.kind === 'handed_over') return []
  const isAssignment = change.kind === 'assigned'
  const membershipId = (isAssignment && change.data.assignee_id) || null
  if (isAssignment && membershipId === null) return []
  return [
    {
      kind: isAssignment ? 'assignment' : 'reminder',
      sourceId: change.id,
      chatId: change.chat_id,
      ticketId: change.ticket_id,
      membershipId,
      actorType: change.actor_type,
      actorId: change.actor_id,
      at: change.occurred_at,
    },
  ]
}

type Assigned = { workspace_id: string; id: string; assignee_id: string | null }

/** Finds the assignees of conversations, and of tickets. */
const findAssignees = {
  chats: createAssigneeFinder('chats'),
  tickets: createAssigneeFinder('tickets'),
}

function createAssigneeFinder(table: 'chats' | 'tickets') {
  return gathered<string, Assigned>((tx, ids) => {
    const asked = ids.rows('asked', { id: ['uuid', (id) => id] })
    return prepared<Assigned>`
      select subject.workspace_id, subject.id, subject.assignee_id from ${asked}
      join ${sql.table(table)} as subject
        on subject.workspace_id = asked.workspace_id and subject.id = asked.id`.execute(tx.db)
  })
}
