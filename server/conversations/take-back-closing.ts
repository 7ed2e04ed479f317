import type { Scope } from '#context.ts'
import type { ChatState } from './move-chat.ts'

/** For how long whoever closed a chat may take that back without a trace. */
const TAKE_BACK_MS = 60_000

/**
 * Forgets that a chat was closed, when the same actor opens it again within a minute: that was a slip, not a round,
 * and reports count none. Gives the columns that begin no other round; undefined where it is none of this.
 */
export async function takeBackClosing(
  tx: Scope,
  chat: ChatState,
  to: Pick<ChatState, 'status'>,
): Promise<Pick<ChatState, 'opened_at'> | undefined> {
  const { actor } = tx
  if (chat.status !== 'closed' || to.status !== 'open' || actor.id === null) return undefined
  const last = await tx.db
    .selectFrom('chat_changes')
    .select(['id', 'kind', 'actor_type', 'actor_id', 'occurred_at'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('chat_id', '=', chat.id)
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isOwn =
    last?.kind === 'closed' && last.actor_type === actor.type && last.actor_id === actor.id
  if (!isOwn || tx.clock.now().getTime() - last.occurred_at.getTime() > TAKE_BACK_MS)
    return undefined
  await tx.db
    .deleteFrom('chat_changes')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', last.id)
    .execute()
  return { opened_at: chat.opened_at }
}
