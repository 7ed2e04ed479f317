import { isUnhandled } from '#conversations/is-unhandled.ts'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import { lastOf } from '#lib/last-of.ts'
import { newId } from '#lib/ids.ts'
import type { PlacedFact } from './read-facts.ts'

/** A fact of a conversation that concerns its assignee, or everybody. */
type ConversationFact = PlacedFact & { kind: 'message' | 'reminder'; chatId: string }

/** The last message and the last change of a conversation of which members were notified. */
type Known = { chat_id: string; message_id: string | null; change_id: string | null }

/** Returns whether members read a fact from the row of its conversation. Other facts are recorded for each member. */
export function isOfConversation(fact: PlacedFact): fact is ConversationFact {
  return (
    fact.chatId !== null &&
    fact.membershipId === null &&
    (fact.kind === 'message' || fact.kind === 'reminder')
  )
}

/**
 * Records facts, in their order, in the rows of their conversations: one row for each conversation, however many facts and
 * members there are. Returns the facts that were not recorded before, each with a new id. Only the turn that moved the
 * workspace's position calls it, so nobody else writes facts.
 */
export async function recordConversationFacts(
  tx: Scope,
  facts: ConversationFact[],
): Promise<{ fact: ConversationFact; id: string }[]> {
  const known = await findKnown(tx, facts)
  const fresh = facts.filter((fact) => isFresh(known, fact)).map((fact) => ({ fact, id: newId() }))
  const chats = [...Map.groupBy(fresh, ({ fact }) => fact.chatId)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  await writeFacts(tx, chats)
  return fresh
}

/** The new facts of a conversation, in their order. */
type NewFacts = [chatId: string, made: { fact: ConversationFact; id: string }[]]

const writeFacts = gathered<NewFacts, never>((tx, chats) => {
  const sourceOf = (kind: string, made: NewFacts[1]) =>
    made.findLast(({ fact }) => fact.kind === kind)?.fact.sourceId ?? null
  const given = chats.rows('given', {
    chat_id: ['uuid', ([chatId]) => chatId],
    id: ['uuid', ([, made]) => lastOf(made).id],
    kind: ['text', ([, made]) => lastOf(made).fact.kind],
    message_id: ['uuid', ([, made]) => sourceOf('message', made)],
    change_id: ['uuid', ([, made]) => sourceOf('reminder', made)],
    message_count: [
      'integer',
      ([, made]) => made.filter(({ fact }) => fact.kind === 'message').length,
    ],
    actor_type: ['text', ([, made]) => lastOf(made).fact.actorType],
    actor_id: ['uuid', ([, made]) => lastOf(made).fact.actorId],
    since_id: ['uuid', ([, made]) => lastOf(made).fact.sinceId ?? lastOf(made).fact.sourceId],
  })
  return prepared<never>`
    insert into conversation_notifications as entry (workspace_id, ${given.ownColumns}, assignee_id, is_open)
    select given.workspace_id, ${given.ownColumns}, chats.assignee_id, ${isUnhandled(sql`given.since_id`)}
    from ${given}
    cross join lateral (
      select assignee_id, status, last_message_direction, last_message_id, automatic_reply_id from chats
      where chats.workspace_id = given.workspace_id and chats.id = given.chat_id
    ) as chats
    order by chat_id
    on conflict (workspace_id, chat_id) do update
    set id = excluded.id, kind = excluded.kind, assignee_id = excluded.assignee_id,
      message_id = coalesce(excluded.message_id, entry.message_id),
      change_id = coalesce(excluded.change_id, entry.change_id),
      message_count = case when entry.is_open then entry.message_count else 0 end + excluded.message_count,
      actor_type = excluded.actor_type, actor_id = excluded.actor_id, since_id = excluded.since_id,
      is_open = excluded.is_open`.later(tx.db)
})

async function findKnown(tx: Scope, facts: ConversationFact[]): Promise<Map<string, Known>> {
  const rows = await findEntries(tx, [...new Set(facts.map(({ chatId }) => chatId))])
  return new Map(rows.map((row) => [row.chat_id, row]))
}

const findEntries = gathered<string, Known & { workspace_id: string }>((tx, ids) => {
  const asked = ids.rows('asked', { chat_id: ['uuid', (id) => id] })
  return prepared<Known & { workspace_id: string }>`
    select entry.workspace_id, entry.chat_id, entry.message_id, entry.change_id from ${asked}
    join conversation_notifications as entry
      on entry.workspace_id = asked.workspace_id and entry.chat_id = asked.chat_id`.execute(tx.db)
})

/**
 * Returns whether a fact is new, and remembers it. Later events of a conversation lead to the same change again, so a change
 * is new only if it is later than the last one; a message that comes back with its conversation is the last one, or new.
 */
function isFresh(known: Map<string, Known>, { kind, chatId, sourceId }: ConversationFact): boolean {
  const last = known.get(chatId) ?? { chat_id: chatId, message_id: null, change_id: null }
  const isNew =
    kind === 'message'
      ? last.message_id !== sourceId
      : last.change_id === null || last.change_id < sourceId
  const now = kind === 'message' ? { message_id: sourceId } : { change_id: sourceId }
  if (isNew) known.set(chatId, { ...last, ...now })
  return isNew
}
