import type { Scope } from '#context.ts'
import type { ChatChanges } from '#db/tables/conversations.ts'
import { newId } from '#lib/ids.ts'

/** One change of a conversation. `ChatChange` describes `data`. */
export type NewChatChange = {
  chatId: string
  kind: ChatChanges['kind']
  data?: Record<string, unknown>
}

/** Records changes of conversations by the scope's actor, at `at`, in the caller's transaction; returns their ids. */
export async function recordChatChanges(
  tx: Scope,
  changes: NewChatChange[],
  at: Date = tx.clock.now(),
): Promise<string[]> {
  if (changes.length === 0) return []
  const rows = changes.map(({ chatId, kind, data = {} }) => ({
    workspace_id: tx.workspaceId,
    id: newId(),
    chat_id: chatId,
    kind,
    actor_type: tx.actor.type,
    actor_id: tx.actor.id,
    data: JSON.stringify(data),
    occurred_at: at,
  }))
  await tx.db.insertInto('chat_changes').values(rows).execute()
  return rows.map(({ id }) => id)
}
