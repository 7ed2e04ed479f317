import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import type { Given } from '#db/to-given.ts'
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

/**
 * A fact whose assignee and team are not read yet. One about a comment or a status is for the followers and the assignee of its ticket,
 * except `exceptIds`, whom the comment mentions.
 */
type FoundFact = Omit<PlacedFact, 'assigneeId' | 'teamId' | 'bulk'> & { exceptIds?: string[] }

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
type CommentData = NoteData & { ticket_id: string }
type Change = {
  id: string
  chat_id: string | null
  ticket_id: string | null
  kind: 'assigned' | 'reopened' | 'handed_over' | 'status'
  actor_type: ActorType
  actor_id: string | null
  data: { assignee_id?: string | null; from?: string; member_id?: string | null }
  occurred_at: Date
}

/**
 * Returns the facts of events, each with the present assignee and team of its conversation or ticket. What was deleted has none,
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
    if (type === 'ticket_comment.created') found.push(commentFact(data as CommentData, at))
    if (type === 'message.received') {
      const message = data as MessageData
      ;(message.standby ? standby : found).push(messageFact(message, at))
    } else if (type === 'conversation.updated') changed.chats.set((data as { id: string }).id, at)
    else if (isAbout('ticket', type)) changed.tickets.set((data as { id: string }).id, at)
    else found.push(...mentionFacts(data as NoteData, at))
  }
  const changes = [
    ...(await findChanges(tx, toChanged(changed.chats))),
    ...(await findAssignments(tx, toChanged(changed.tickets))),
  ]
  for (const change of changes) found.push(...changeFacts(change))
  const handedOver = changes.filter(({ kind }) => kind === 'handed_over')
  const chats = new Set(handedOver.map((change) => change.chat_id!))
  found.push(...(await backFacts(tx, standby, [...chats], changed.chats)))
  const chatIds = found.flatMap(({ chatId }) => chatId ?? [])
  const ticketIds = found.flatMap(({ ticketId }) => ticketId ?? [])
  const subjects = new Map(
    [
      ...(await findAssignees.chats(tx, [...new Set(chatIds)])),
      ...(await findAssignees.tickets(tx, [...new Set(ticketIds)])),
    ].map((row) => [row.id, row] as const),
  )
  const inOrder = found.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return {
    facts: inOrder.flatMap((fact) => {
      const subject = subjects.get(fact.ticketId ?? fact.chatId!)
      if (!subject) return []
      const { assignee_id: assigneeId, team_id: teamId, follower_ids: followers } = subject
      const { exceptIds, ...placed } = fact
      const place = { assigneeId, teamId, bulk: null }
      const whole = { ...placed, ...place }
      if (fact.kind !== 'comment' && fact.kind !== 'status')
        return forAssignee(placed, assigneeId).map((each) => ({ ...each, ...place }))
      const addressed = new Set([...followers, ...(assigneeId === null ? [] : [assigneeId])])
      for (const id of exceptIds ?? []) addressed.delete(id)
      return [...addressed].map((membershipId) => ({ ...whole, membershipId }))
    }),
    chatIds: [...updated.chatIds],
    ticketIds: [...updated.ticketIds],
  }
}

/**
 * Returns the facts of the end of a snooze: it concerns who asked for a reminder, and the assignee, each once. Without both, it concerns
 * all who watch the queue. Other facts stay as they are.
 */
function forAssignee(fact: FoundFact, assigneeId: string | null): FoundFact[] {
  const { kind, membershipId } = fact
  if (kind !== 'reminder' || membershipId === null) return [fact]
  const ofAssignee = { ...fact, membershipId: null }
  if (assigneeId === null) return [fact]
  return assigneeId === membershipId ? [ofAssignee] : [ofAssignee, fact]
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

function commentFact(data: CommentData, at: Date): FoundFact {
  return {
    kind: 'comment',
    sourceId: data.id,
    chatId: null,
    ticketId: data.ticket_id,
    membershipId: null,
    actorType: data.author.type,
    actorId: data.author.id,
    at,
    exceptIds: data.mentions,
  }
}

/** A conversation or ticket that an event changed, and since when its changes are looked for. */
type Changed = { id: string; since: Date }
type ChangeRow = Change & { workspace_id: string }

function toChanged(changed: Map<string, Date>): Changed[] {
  return [...changed.keys()].map((id) => ({ id, since: startOf(changed) }))
}

/** Finds the assignments, handovers and ends of snoozes of conversations that events report. */
const findChanges = gathered<Changed, ChangeRow>((tx, chats) => {
  const asked = changedRows(chats)
  return prepared<ChangeRow>`
    select change.workspace_id, change.id, change.chat_id, null as ticket_id, change.kind, change.actor_type, change.actor_id,
      change.data, change.occurred_at
    from ${asked}
    join chat_changes as change on change.workspace_id = asked.workspace_id and change.chat_id = asked.id
      and change.occurred_at > asked.since
    where change.kind = 'handed_over' or change.data -> 'bulk_action_id' is null and (change.kind = 'assigned'
      or (change.kind = 'reopened' and change.actor_type = 'system' and change.data ->> 'from' = 'snoozed'))
    order by change.occurred_at, change.id`.execute(tx.db)
})

/** Finds the assignments of tickets and the changes of their status that events report. */
const findAssignments = gathered<Changed, ChangeRow>((tx, tickets) => {
  const asked = changedRows(tickets)
  return prepared<ChangeRow>`
    select change.workspace_id, change.id, null as chat_id, change.ticket_id, change.kind, change.actor_type, change.actor_id,
      change.data, change.occurred_at
    from ${asked}
    join ticket_changes as change on change.workspace_id = asked.workspace_id and change.ticket_id = asked.id
      and change.occurred_at > asked.since
    where change.kind in ('assigned', 'status') and change.data -> 'bulk_action_id' is null
    order by change.occurred_at, change.id`.execute(tx.db)
})

function changedRows(changed: Given<Changed>) {
  return changed.rows('asked', {
    id: ['uuid', (each) => each.id],
    since: ['timestamptz', (each) => each.since],
  })
}

function startOf(changed: Map<string, Date>): Date {
  const times = [...changed.values()].map((at) => at.getTime())
  return new Date(Math.min(...times) - CHANGES_MS)
}

function changeFacts(change: Change): FoundFact[] {
  if (change.kind === 'handed_over') return []
  const isAssignment = change.kind === 'assigned'
  const membershipId = (isAssignment ? change.data.assignee_id : change.data.member_id) ?? null
  if (isAssignment && membershipId === null) return []
  return [
    {
      kind: isAssignment ? 'assignment' : change.kind === 'status' ? 'status' : 'reminder',
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

type Assigned = {
  workspace_id: string
  id: string
  assignee_id: string | null
  team_id: string | null
  follower_ids: string[]
}

/** Finds the assignees and teams of conversations, and the assignees, teams and followers of tickets. */
const findAssignees = {
  chats: createAssigneeFinder('chats'),
  tickets: createAssigneeFinder('tickets'),
}

function createAssigneeFinder(table: 'chats' | 'tickets') {
  const followers =
    table === 'chats'
      ? sql`'{}'::uuid[]`
      : sql`array(
          select membership_id from ticket_followers as follower
          where follower.workspace_id = asked.workspace_id and follower.ticket_id = subject.id
        )`
  return gathered<string, Assigned>((tx, ids) => {
    const asked = ids.rows('asked', { id: ['uuid', (id) => id] })
    return prepared<Assigned>`
      select subject.workspace_id, subject.id, subject.assignee_id, subject.team_id, ${followers} as follower_ids from ${asked}
      join ${sql.table(table)} as subject
        on subject.workspace_id = asked.workspace_id and subject.id = asked.id`.execute(tx.db)
  })
}
