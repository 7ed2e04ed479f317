import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '../context.ts'
import type { Chats } from '../db/types.ts'
import { newId } from '../lib/ids.ts'

/** The channel, the person, and the platform's own address of that person. */
export type OpenChatInput = { channelId: string; personId: string; recipient: string }

/**
 * The chat with `recipient` on the channel, locked; made when there is none.
 *
 * Two transactions that open the same one at once end with one chat: the second waits for the first.
 * Runs in the caller's transaction, which records `conversation.created` at its end when `created`.
 */
export async function openChat(
  tx: Scope,
  input: OpenChatInput,
): Promise<{ chat: Selectable<Chats>; created: boolean }> {
  const now = tx.clock.now()
  const created = await tx.db
    .insertInto('chats')
    .values({
      workspace_id: tx.workspaceId,
      id: newId(),
      channel_id: input.channelId,
      person_id: input.personId,
      recipient: input.recipient,
      created_at: now,
      updated_at: now,
    })
    .onConflict((oc) => oc.columns(['workspace_id', 'channel_id', 'recipient']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (created) {
    await tx.db
      .insertInto('chat_activity')
      .values({ workspace_id: tx.workspaceId, chat_id: created.id, activity_at: now })
      .execute()
    return { chat: created, created: true }
  }
  const chat = await tx.db
    .selectFrom('chats')
    .selectAll()
    .where('workspace_id', '=', tx.workspaceId)
    .where('channel_id', '=', input.channelId)
    .where('recipient', '=', input.recipient)
    .modifyEnd(sql`for no key update`)
    .executeTakeFirstOrThrow()
  return { chat, created: false }
}
