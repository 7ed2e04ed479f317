import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { deleteRows } from '#db/delete-rows.ts'

/** A message that is deleted. */
type DeletedMessage = { id: string; channel_id: string; platform_message_id: string | null }

/**
 * Deletes messages with their statuses, edits, reactions and attempts, in the caller's transaction; tickets about them
 * stay. Their files must be gone already. Returns how many there were.
 */
export async function deleteMessages(
  scope: Pick<Scope, 'db' | 'workspaceId'>,
  rows: DeletedMessage[],
): Promise<number> {
  const { db, workspaceId } = scope
  const ids = rows.map(({ id }) => id)
  const channels = [...new Set(rows.map((row) => row.channel_id))]
  const platformIds = rows.flatMap((row) => row.platform_message_id ?? [])
  for (const table of ['message_statuses', 'message_updates'] as const)
    await sql`
      delete from ${sql.table(table)}
      where workspace_id = ${workspaceId} and channel_id = any (${channels}::uuid[])
        and platform_message_id = any (${platformIds}::text[])`.execute(db)
  await deleteRows(scope, 'message_attempts', 'message_id', ids)
  await sql`
    update tickets set message_id = null
    where workspace_id = ${workspaceId} and message_id = any (${ids}::uuid[])`.execute(db)
  return deleteRows(scope, 'messages', 'id', ids)
}

/** Shows the last of the remaining messages in conversations whose last message was deleted, in the caller's transaction. */
export async function refreshLastMessages(
  { db, workspaceId }: Pick<Scope, 'db' | 'workspaceId'>,
  chatIds: string[],
): Promise<void> {
  if (chatIds.length === 0) return
  await sql`
    update chats
    set last_message_id = last.id, last_message_direction = last.direction, last_message_text = last.text,
      last_message_at = last.created_at
    from (
      select chats.id as chat_id, found.* from chats
      left join lateral (
        select id, direction, text, created_at from messages
        where messages.workspace_id = ${workspaceId} and messages.chat_id = chats.id
        order by created_at desc, id desc limit 1
      ) as found on true
      where chats.workspace_id = ${workspaceId} and chats.id = any (${chatIds}::uuid[])
        and not exists (
          select from messages
          where messages.workspace_id = ${workspaceId} and messages.id = chats.last_message_id
        )
    ) as last
    where chats.workspace_id = ${workspaceId} and chats.id = last.chat_id`.execute(db)
}
