import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import type { ChatChanges } from '#db/tables/conversations.ts'
import { newId } from '#lib/ids.ts'
import { itemAt } from '#lib/item-at.ts'

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
  const ids = changes.map(() => newId())
  const rows = bulkRows('change', changes, {
    id: ['uuid', (_, index) => itemAt(ids, index)],
    chat_id: ['uuid', (change) => change.chatId],
    kind: ['text', (change) => change.kind],
    data: ['jsonb', (change) => JSON.stringify(change.data ?? {})],
  })
  await prepared`
    insert into chat_changes (workspace_id, actor_type, actor_id, occurred_at, ${rows.columns})
    select ${tx.workspaceId}::uuid, ${tx.actor.type}, ${tx.actor.id}::uuid, ${at}::timestamptz, ${rows.columns}
    from ${rows}`.later(tx.db)
  return ids
}
