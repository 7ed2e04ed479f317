import type { RuleChange } from '#shared/rules.ts'
import type { ChatSnapshot, MessageSnapshot } from './moment.ts'

/** A change of a conversation, as its thread shows it. */
export type ThreadChange = { kind: string; data: Record<string, unknown> }

/** Which field each kind of change is about. */
const FIELDS: Partial<Record<string, RuleChange>> = {
  assigned: 'assignee_id',
  team: 'team_id',
  tagged: 'tag_id',
  untagged: 'tag_id',
  priority: 'priority',
  closed: 'status',
  reopened: 'status',
  snoozed: 'status',
}

/** Returns the fields that changes are about, each once. */
export function changedFields(changes: readonly ThreadChange[]): RuleChange[] {
  return [...new Set(changes.flatMap(({ kind }) => FIELDS[kind] ?? []))]
}

/** Returns a conversation as it was before changes, the last of which was made last. `bots`: the ids of all bots. */
export function undoChanges(
  chat: ChatSnapshot,
  changes: readonly ThreadChange[],
  bots: ReadonlySet<string>,
): ChatSnapshot {
  const before = changes.toReversed().reduce(undoChange, chat)
  return { ...before, is_bots: bots.has(before.assignee_id ?? '') }
}

function undoChange(chat: ChatSnapshot, { kind, data }: ThreadChange): ChatSnapshot {
  const id = (name: string) => (typeof data[name] === 'string' ? data[name] : null)
  switch (kind) {
    case 'assigned':
      return { ...chat, assignee_id: id('previous_assignee_id') }
    case 'team':
      return { ...chat, team_id: id('previous_team_id') }
    case 'priority':
      return { ...chat, priority: id('previous_priority') as ChatSnapshot['priority'] }
    case 'tagged':
      return { ...chat, tag_ids: chat.tag_ids.filter((each) => each !== data['tag_id']) }
    case 'untagged':
      return { ...chat, tag_ids: [...chat.tag_ids, id('tag_id') ?? ''] }
    case 'closed':
    case 'snoozed':
      return { ...chat, status: 'open', closed_at: null }
    case 'reopened':
      return { ...chat, status: data['from'] === 'snoozed' ? 'snoozed' : 'closed' }
    default:
      return chat
  }
}

/** Returns a conversation after a message that was received or sent at a time, RFC 3339. */
export function addMessage(
  chat: ChatSnapshot,
  { id, direction }: Pick<MessageSnapshot, 'id' | 'direction'>,
  at: string,
): ChatSnapshot {
  return direction === 'inbound'
    ? {
        ...chat,
        unread: true,
        waiting_since: chat.waiting_since ?? at,
        last_message: { direction, at },
        last_inbound_id: id,
      }
    : { ...chat, waiting_since: null, last_message: { direction, at } }
}
