import { readChats } from '#conversations/read-chats.ts'
import type { Chat } from '#conversations/schema.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { entryOf } from '#lib/entry-of.ts'
import type { ActorType } from '#shared/actors.ts'
import type { EventType } from '#shared/event-types.ts'
import { RULES_MAX } from '#shared/rules.ts'
import type { RuleEvent } from '#shared/rules.ts'
import { addMessage, changedFields, undoChanges } from './engine/undo-changes.ts'
import type { ChatSnapshot, MessageSnapshot, Moment, TicketSnapshot } from './engine/moment.ts'
import { readFacts } from './read-facts.ts'
import type { ChatFacts, Needs } from './read-facts.ts'
import type { EventData, Step } from './read-steps.ts'

/** The trigger of each followed event. */
const TRIGGERS: Partial<Record<EventType, RuleEvent>> = {
  'message.received': 'message_received',
  'message.sent': 'message_sent',
  'message.echoed': 'message_sent',
  'conversation.created': 'conversation_created',
  'conversation.updated': 'conversation_updated',
  'note.created': 'note_created',
  'ticket.created': 'ticket_created',
  'ticket.updated': 'ticket_updated',
}

/**
 * Returns what steps did, as rules see it, each with the state of its conversation as it was then: that of the last event of the
 * conversation, or of the next one without its changes, or else the present one. A conversation that is deleted has no moments.
 */
export async function readMoments(
  scope: Scope,
  steps: readonly Step[],
  needs: Needs,
): Promise<Moment[]> {
  const chatIds = [...new Set(steps.map(({ chatId }) => chatId))]
  const [facts, chains] = await Promise.all([
    readFacts(scope, steps, chatIds, needs),
    readChains(scope, steps),
  ])
  const present = await readChats(scope, chatIds)
  const states = new Map<string, ChatSnapshot>()
  for (const chat of present)
    if (chat) states.set(chat.id, toSnapshot(chat, entryOf(facts.chats, chat.id)))
  setFormerStates(states, steps, facts.chats)
  return steps.flatMap((step) => {
    const before = states.get(step.chatId)
    const known = facts.chats.get(step.chatId)
    if (!before || !known) return []
    const chat = stateAfter(before, step, known)
    states.set(step.chatId, chat)
    const message = toMessage(step, facts.nth)
    const moment: Moment = {
      position: step.position,
      at: step.at.getTime(),
      events: [...new Set(step.events.flatMap(({ type }) => TRIGGERS[type] ?? []))],
      by: authorOf(step),
      chain: step.firingId === null ? [] : (chains.get(step.firingId) ?? UNKNOWN_CHAIN),
      changed: changedFields(step.changes),
      chat,
      contact: known.contact,
      message,
      ticket: toTicket(step),
    }
    return [moment]
  })
}

/** The chain of a firing that is deleted: nothing may follow it. */
const UNKNOWN_CHAIN: readonly string[] = Array.from({ length: RULES_MAX.chain }, () => '')

/** Sets the state of each conversation before the first of its steps, as far as its first event with a state says. */
function setFormerStates(
  states: Map<string, ChatSnapshot>,
  steps: readonly Step[],
  facts: ReadonlyMap<string, ChatFacts>,
): void {
  const seen = new Set<string>()
  for (const { chatId, events, changes } of steps) {
    const state = events.findLast(({ type }) => type.startsWith('conversation.'))
    const known = facts.get(chatId)
    if (!state || !known || seen.has(chatId)) continue
    seen.add(chatId)
    const after = toSnapshot(state.data as unknown as Stored<Chat>, known)
    states.set(chatId, undoChanges(after, changes, known.bots))
  }
}

/** A conversation as JSON. */
type Stored<T> = { [Name in keyof T]: T[Name] }

/** Returns a conversation as rules look at it. */
export function toSnapshot(chat: Stored<Chat>, facts: ChatFacts): ChatSnapshot {
  const time = (value: Date | string | null) =>
    value === null ? null : new Date(value).toISOString()
  const last = chat.last_message
  return {
    id: chat.id,
    channel_id: chat.channel.id,
    channel_type: chat.channel.type,
    person_id: chat.person.id,
    status: chat.status,
    assignee_id: chat.assignee_id,
    is_bots: facts.bots.has(chat.assignee_id ?? ''),
    holder: chat.holder?.type ?? null,
    team_id: chat.team_id,
    tag_ids: chat.tags.map(({ id }) => id),
    // An event of an earlier release has none.
    priority: chat.priority ?? null,
    unread: chat.unread_count > 0,
    waiting_since: time(chat.waiting_since),
    closed_at: time(chat.closed_at),
    opened_at: facts.opened_at,
    last_message: last && { direction: last.direction, at: time(last.created_at)! },
    last_inbound_id: facts.last_inbound_id,
  }
}

function stateAfter(before: ChatSnapshot, step: Step, facts: ChatFacts): ChatSnapshot {
  const opened_at = facts.openedBefore(step.at)
  let chat: ChatSnapshot = { ...before, opened_at }
  for (const { type, data } of step.events) {
    if (type.startsWith('conversation.'))
      chat = {
        ...toSnapshot(data as unknown as Stored<Chat>, facts),
        opened_at,
        last_inbound_id: chat.last_inbound_id,
      }
    if (type.startsWith('message.') && data['standby'] !== true)
      chat = addMessage(chat, toPlainMessage(data), String(data['created_at']))
  }
  return chat
}

function toPlainMessage(data: EventData): Omit<MessageSnapshot, 'nth'> {
  return {
    id: data.id,
    text: typeof data['text'] === 'string' ? data['text'] : null,
    type: String(data['type']),
    direction: data['direction'] === 'inbound' ? 'inbound' : 'outbound',
  }
}

/** Returns the last message of a step, with the texts of all of its direction. */
function toMessage(step: Step, nth: ReadonlyMap<string, number>): MessageSnapshot | null {
  const all = step.events
    .filter(({ type }) => type.startsWith('message.'))
    .map(({ data }) => toPlainMessage(data))
  const last = all.at(-1)
  if (!last) return null
  const texts = all.flatMap(({ direction, text }) =>
    direction === last.direction && text !== null ? [text] : [],
  )
  return {
    ...last,
    text: texts.length > 0 ? texts.join('\n') : null,
    nth: nth.get(last.id) ?? null,
  }
}

type StoredTicket = Pick<TicketSnapshot, 'status' | 'priority'> &
  Partial<TicketSnapshot> & { id: string }

function toTicket({ events }: Step): Moment['ticket'] {
  const data = events.findLast(({ type }) => type.startsWith('ticket.'))?.data
  if (!data) return null
  // An event of an earlier release has no type and no fields.
  const { id, status, priority, type_id: typeId = null, fields = {} } = data as StoredTicket
  return { id, status, priority, type_id: typeId, fields }
}

/** Returns who caused a step: the author of its message or note, or who made its first change. */
function authorOf({ events, changes }: Step): ActorType {
  const authors = events.flatMap(({ data }) => data.author?.type ?? [])
  return authors[0] ?? changes[0]?.actor_type ?? 'system'
}

/** Reads the rules whose firings led to each firing, and its own rule. */
async function readChains(
  scope: Scope,
  steps: readonly Step[],
): Promise<ReadonlyMap<string, string[]>> {
  const ids = [...new Set(steps.flatMap(({ firingId }) => firingId ?? []))]
  if (ids.length === 0) return new Map()
  const rows = bulkRows('asked', ids, { id: ['uuid', (id) => id] })
  const { rows: found } = await prepared<{ id: string; chain: string[] }>`
    select firing.id, firing.chain from ${rows}
    join rule_firings as firing on firing.workspace_id = ${scope.workspaceId} and firing.id = asked.id`.execute(
    scope.db,
  )
  return new Map(found.map(({ id, chain }) => [id, chain]))
}
