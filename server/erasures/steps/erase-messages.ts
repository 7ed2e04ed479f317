import { sql } from 'kysely'
import { recordErasedKeys } from '#contacts/record-erased-keys.ts'
import type { Scope } from '#db/context.ts'
import { affectedRows } from '#db/affected-rows.ts'
import { deleteMessages, refreshLastMessages } from '#messages/delete-messages.ts'
import type { Step } from '../step.ts'
import type { Subject } from '../subject.ts'
import { ownMessages } from './own-messages.ts'

const BATCH = 500

type MessageRow = {
  id: string
  chat_id: string
  channel_id: string
  direction: string
  platform_message_id: string | null
}

/**
 * Deletes the contact's messages with their attempts, statuses, edits and reactions, and stores hashes of their ids
 * first, so that late reports about them are dropped.
 */
export const eraseMessages: Step = {
  name: 'messages',
  async run(tx, { subject, requestedAt }) {
    const { rows } = await sql<MessageRow>`
      select id, chat_id, channel_id, direction, platform_message_id from messages
      where ${ownMessages(tx, subject)}
      limit ${BATCH}`.execute(tx.db)
    if (rows.length === 0)
      return { counts: {}, next: (await passOnGroups(tx, subject)) ? 'again' : 'done' }
    const ids = rows.map(({ id }) => id)
    const late = await sql`
      select from media_files where workspace_id = ${tx.workspaceId} and message_id = any (${ids}::uuid[])
      limit 1`.execute(tx.db)
    if (late.rows.length > 0) return { counts: {}, next: { from: 'files' } }
    const keys = rows.flatMap(({ id, direction, platform_message_id: platformId }) => [
      ...(direction === 'outbound' ? [id] : []),
      ...(platformId === null ? [] : [platformId]),
    ])
    await recordErasedKeys(tx, keys, requestedAt)
    await forgetInGroups(tx, rows, subject.chatIds)
    const messages = await deleteMessages(tx, rows)
    await refreshLastMessages(tx, groupsOf(rows, subject.chatIds))
    return { counts: { messages }, next: 'again' }
  },
}

/**
 * Makes the contact that a group's conversation was passed on to the contact of our messages to the group, too. Returns
 * false when there is none left.
 */
async function passOnGroups(tx: Scope, { contactIds }: Subject): Promise<boolean> {
  const { workspaceId } = tx
  const moved = await sql`
    update messages set person_id = chats.person_id
    from chats
    where messages.workspace_id = ${workspaceId} and messages.id = any (array(
        select id from messages
        where workspace_id = ${workspaceId} and person_id = any (${contactIds}::uuid[])
          and chat_id in (select id from chats where workspace_id = ${workspaceId} and is_group)
        limit ${BATCH}
      ))
      and chats.workspace_id = ${workspaceId} and chats.id = messages.chat_id
      and chats.person_id <> all (${contactIds}::uuid[])`.execute(tx.db)
  return affectedRows(moved) > 0
}

function groupsOf(rows: MessageRow[], own: string[]): string[] {
  return [...new Set(rows.map((row) => row.chat_id))].filter((id) => !own.includes(id))
}

/** Removes references to the erased messages from the others of their groups. */
async function forgetInGroups(tx: Scope, rows: MessageRow[], own: string[]): Promise<void> {
  const groups = groupsOf(rows, own)
  if (groups.length === 0) return
  await sql`
    update messages set reply_to_id = null, reply_to_platform_id = null,
      content = case when jsonb_typeof(content) = 'object' then content - 'context' else content end
    where workspace_id = ${tx.workspaceId} and chat_id = any (${groups}::uuid[])
      and (reply_to_id = any (${rows.map(({ id }) => id)}::uuid[])
        or reply_to_platform_id = any (${rows.flatMap((row) => row.platform_message_id ?? [])}::text[]))`.execute(
    tx.db,
  )
}
