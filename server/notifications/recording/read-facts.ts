import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import type { ActorType } from '#shared/actors.ts'
import type { EventType } from '#shared/event-types.ts'
import type { Fact } from '../rules.ts'

/** A fact with its place and its time. `sourceId` makes it unique for each kind and member. */
export type PlacedFact = Fact & {
  sourceId: string
  chatId: string
  actorType: ActorType
  at: Date
}

/** An event of the feed; `body` is null for types that notify nobody. */
export type FeedEvent = { type: EventType; body: string | null; created_at: Date }

/** The longest time for which a change of a conversation is older than its event. */
const CHANGES_MS = 3_600_000

type MessageData = { id: string; conversation_id: string; author: { id: string | null } }
type NoteData = {
  id: string
  conversation_id: string
  author: { type: ActorType; id: string | null }
  mentions: string[]
  deleted_at: string | null
}
type Change = {
  id: string
  chat_id: string
  kind: 'assigned' | 'reopened'
  actor_type: ActorType
  actor_id: string | null
  data: { assignee_id?: string | null; from?: string }
  occurred_at: Date
}

/** Returns the facts of events, each with the present assignee of its conversation. Deleted conversations have none. */
export async function readFacts(tx: Scope, events: FeedEvent[]): Promise<PlacedFact[]> {
  const found: Omit<PlacedFact, 'assigneeId'>[] = []
  const changed = new Map<string, Date>()
  for (const { type, body, created_at: at } of events) {
    if (body === null) continue
    const { data } = JSON.parse(body) as { data: unknown }
    if (type === 'message.received') found.push(messageFact(data as MessageData, at))
    else if (type === 'conversation.updated') changed.set((data as { id: string }).id, at)
    else found.push(...mentionFacts(data as NoteData, at))
  }
  for (const change of await findChanges(tx, changed)) found.push(...changeFacts(change))
  const assignees = await findAssignees(tx, [...new Set(found.map(({ chatId }) => chatId))])
  const inOrder = found.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return inOrder.flatMap((fact) => {
    const assigneeId = assignees.get(fact.chatId)
    return assigneeId === undefined ? [] : [{ ...fact, assigneeId }]
  })
}

function messageFact(data: MessageData, at: Date): Omit<PlacedFact, 'assigneeId'> {
  return {
    kind: 'message',
    sourceId: data.id,
    chatId: data.conversation_id,
    membershipId: null,
    actorType: 'person',
    actorId: data.author.id,
    at,
  }
}

function mentionFacts(data: NoteData, at: Date): Omit<PlacedFact, 'assigneeId'>[] {
  if (data.deleted_at !== null) return []
  return data.mentions.map((membershipId) => ({
    kind: 'mention',
    sourceId: data.id,
    chatId: data.conversation_id,
    membershipId,
    actorType: data.author.type,
    actorId: data.author.id,
    at,
  }))
}

/** Finds the assignments, and the ends of snoozes, of conversations that events of these times report. */
async function findChanges(tx: Scope, chats: Map<string, Date>): Promise<Change[]> {
  if (chats.size === 0) return []
  const times = [...chats.values()].map((at) => at.getTime())
  const since = new Date(Math.min(...times) - CHANGES_MS)
  const { rows } = await sql<Change>`
    select id, chat_id, kind, actor_type, actor_id, data, occurred_at from chat_changes
    where workspace_id = ${tx.workspaceId} and chat_id = any (${[...chats.keys()]}::uuid[])
      and occurred_at > ${since}
      and (kind = 'assigned' or (kind = 'reopened' and actor_type = 'system' and data ->> 'from' = 'snoozed'))
    order by occurred_at, id`.execute(tx.db)
  return rows
}

function changeFacts(change: Change): Omit<PlacedFact, 'assigneeId'>[] {
  const isAssignment = change.kind === 'assigned'
  const membershipId = (isAssignment && change.data.assignee_id) || null
  if (isAssignment && membershipId === null) return []
  return [
    {
      kind: isAssignment ? 'assignment' : 'reminder',
      sourceId: change.id,
      chatId: change.chat_id,
      membershipId,
      actorType: change.actor_type,
      actorId: change.actor_id,
      at: change.occurred_at,
    },
  ]
}

async function findAssignees(tx: Scope, ids: string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.db
    .selectFrom('chats')
    .select(['id', 'assignee_id'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.assignee_id]))
}
