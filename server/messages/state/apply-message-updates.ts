import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { CHANNEL_IDENTITY_KINDS } from '#shared/identity-kinds.ts'
import { lockMessages } from './save-message-changes.ts'
import type { MessageRow } from './save-message-changes.ts'
import { computeContent } from './compute-content.ts'
import type { KeptUpdate } from './compute-content.ts'

/**
 * Applies the stored updates to messages and returns the changed rows. The conversation's last text follows; the file
 * of a revoked message is removed. Runs in the caller's transaction. Locks: the messages, in id order.
 */
export async function applyMessageUpdates(tx: Scope, messageIds: string[]): Promise<MessageRow[]> {
  if (messageIds.length === 0) return []
  const messages = await lockMessages(tx, messageIds)
  const updates = await findUpdates(tx, messages)
  const changed = messages.flatMap((before) => {
    const state = computeContent(before, updates.get(before.id) ?? [])
    const isSame =
      state.text === before.text &&
      isDeepStrictEqual(state.reactions, before.reactions) &&
      state.edited_at?.getTime() === before.edited_at?.getTime() &&
      state.revoked_at?.getTime() === before.revoked_at?.getTime()
    if (isSame) return []
    const words = state.revoked_at ? { media: null, content: null } : {}
    return [{ ...before, ...state, ...words }]
  })
  if (changed.length > 0) await saveUpdated(tx, changed)
  return changed
}

async function findUpdates(tx: Scope, messages: MessageRow[]): Promise<Map<string, KeptUpdate[]>> {
  const asked = bulkRows('asked', messages, {
    channel_id: ['uuid', (row) => row.channel_id],
    platform_message_id: ['text', (row) => row.platform_message_id],
  })
  const { rows } = await sql<KeptUpdate & { channel_id: string; platform_message_id: string }>`
    select message_updates.*, coalesce(message_updates.person_id, actors.person_id) as person_id from ${asked}
    join message_updates on workspace_id = ${tx.workspaceId}
      and message_updates.channel_id = asked.channel_id
      and message_updates.platform_message_id = asked.platform_message_id
    left join lateral (
      select person_id from identities
      where identities.workspace_id = ${tx.workspaceId} and kind = any (${[...CHANNEL_IDENTITY_KINDS]}::text[])
        and value = actor
      limit 1
    ) as actors on message_updates.person_id is null`.execute(tx.db)
  const ids = new Map(
    messages.map((row) => [`${row.channel_id} ${row.platform_message_id}`, row.id]),
  )
  return Map.groupBy(rows, (row) => ids.get(`${row.channel_id} ${row.platform_message_id}`)!)
}

async function saveUpdated(tx: Scope, rows: MessageRow[]): Promise<void> {
  const given = bulkRows('given', rows, {
    id: ['uuid', (row) => row.id],
    text: ['text', (row) => row.text],
    reactions: ['jsonb', (row) => row.reactions && JSON.stringify(row.reactions)],
    edited_at: ['timestamptz', (row) => row.edited_at],
    revoked_at: ['timestamptz', (row) => row.revoked_at],
  })
  await sql`
    with given as (
      select * from ${given}
    ), files as (
      update media_files set status = 'failed', error = 'revoked'
      from given
      where media_files.workspace_id = ${tx.workspaceId} and media_files.message_id = given.id
        and given.revoked_at is not null
    ), chat as (
      update chats set last_message_text = given.text
      from given
      join messages on messages.workspace_id = ${tx.workspaceId} and messages.id = given.id
      where chats.workspace_id = ${tx.workspaceId} and chats.id = messages.chat_id
        and chats.last_message_id = given.id
    )
    update messages
    set text = given.text, reactions = given.reactions, edited_at = given.edited_at,
      revoked_at = given.revoked_at,
      media = case when given.revoked_at is null then media end,
      content = case when given.revoked_at is null then content end
    from given
    where messages.workspace_id = ${tx.workspaceId} and messages.id = given.id`.execute(tx.db)
}
