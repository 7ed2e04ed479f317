import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { deleteFrom, selectFrom } from '#db/select-from.ts'
import type { ChatChanges } from '#db/tables/conversations.ts'
import type { NewChatChange } from './record-chat-changes.ts'

/** The time in which the actor of a change can undo it without a trace. */
export const UNDO_MS = 60_000

/** The changes that say in which part of the inbox a conversation is. */
export const MOVES = ['closed', 'reopened', 'snoozed', 'merged'] as const

const TAGS = ['tagged', 'untagged'] as const

/** The changes in the same respect as a change that can be an undo. */
const RESPECTS: Partial<Record<ChatChanges['kind'], readonly ChatChanges['kind'][]>> = {
  reopened: MOVES,
  snoozed: MOVES,
  assigned: ['assigned'],
  tagged: TAGS,
  untagged: TAGS,
}

/**
 * Removes the last change of a locked conversation from its thread if `change` undoes it: within a minute, by the same actor.
 * Then neither of them is shown, and reports ignore an accidental close. Returns whether it is an undo; otherwise the caller
 * records `change`. Programs undo only a close or a snooze: others seldom have an accident, and this costs a query.
 */
export async function undoChange(tx: Scope, change: NewChatChange): Promise<boolean> {
  const { actor } = tx
  const kinds = RESPECTS[change.kind]
  if (!kinds || actor.id === null) return false
  if (actor.type !== 'member' && change.kind !== 'reopened') return false
  const tagId = change.data?.['tag_id']
  let query = selectFrom(tx, 'chat_changes')
    .select(['id', 'kind', 'data', 'actor_type', 'actor_id', 'occurred_at'])
    .where('chat_id', '=', change.chatId)
    .where('kind', 'in', kinds)
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .limit(2)
  if (typeof tagId === 'string') query = query.where(sql<string>`data ->> 'tag_id'`, '=', tagId)
  const [last, before] = await query.execute()
  if (!last || last.actor_type !== actor.type || last.actor_id !== actor.id) return false
  if (tx.clock.now().getTime() - last.occurred_at.getTime() > UNDO_MS) return false
  if (!isUndoneBy(change, last, before)) return false
  await deleteFrom(tx, 'chat_changes').where('id', '=', last.id).execute()
  return true
}

type Recorded = { kind: ChatChanges['kind']; data: unknown }

/** Returns whether `change` restores the state before the change `last`, which follows `before`. */
function isUndoneBy(change: NewChatChange, last: Recorded, before: Recorded | undefined): boolean {
  const read = (of: Recorded | undefined, name: string) =>
    (of?.data as Record<string, unknown> | undefined)?.[name] ?? null
  if (change.kind === 'assigned')
    return read(last, 'previous_assignee_id') === (change.data?.['assignee_id'] ?? null)
  if (change.kind === 'reopened')
    return (
      (last.kind === 'closed' || last.kind === 'snoozed') &&
      (before === undefined || before.kind === 'reopened')
    )
  if (change.kind !== 'snoozed') return last.kind !== change.kind
  const until = change.data?.['until']
  return (
    last.kind === 'closed' &&
    before?.kind === 'snoozed' &&
    until instanceof Date &&
    read(before, 'until') === until.toISOString()
  )
}
