import type { Scope } from '#db/context.ts'
import { deleteFrom, selectFrom } from '#db/select-from.ts'
import type { ChatState } from './move-chat.ts'

/** How long the actor who closed a conversation can undo it without a trace. */
export const UNDO_MS = 60_000

/**
 * Undoes an accidental close within a minute by the same actor, so that reports ignore it. Returns the columns to
 * restore, or undefined if this is not an undo.
 */
export async function undoClose(
  tx: Scope,
  chat: ChatState,
  to: Pick<ChatState, 'status'>,
): Promise<Pick<ChatState, 'opened_at'> | undefined> {
  const { actor } = tx
  if (chat.status !== 'closed' || to.status !== 'open' || actor.id === null) return undefined
  const last = await selectFrom(tx, 'chat_changes')
    .select(['id', 'kind', 'actor_type', 'actor_id', 'occurred_at'])
    .where('chat_id', '=', chat.id)
    .where('kind', '<>', 'ticket')
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isOwn =
    last?.kind === 'closed' && last.actor_type === actor.type && last.actor_id === actor.id
  if (!isOwn || tx.clock.now().getTime() - last.occurred_at.getTime() > UNDO_MS) return undefined
  await deleteFrom(tx, 'chat_changes').where('id', '=', last.id).execute()
  return { opened_at: chat.opened_at }
}
