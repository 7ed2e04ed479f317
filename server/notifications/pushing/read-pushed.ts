import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { timeOfId } from '#lib/ids.ts'
import type { EntitledDevice } from '../devices/find-entitled-devices.ts'
import { partOf } from '../find-entries.ts'
import { getReader } from '../get-reader.ts'
import { readDetails, readOwnDetails } from '../read-details.ts'
import type { NotificationDetails } from '../read-details.ts'
import type { DuePush } from './find-due-pushes.ts'

/** Returns the notifications to push with what they show. One of a handled conversation counts as read. */
export async function readPushed(
  scope: Scope,
  { membership_id: membershipId }: Pick<EntitledDevice, 'membership_id'>,
  due: DuePush[],
): Promise<NotificationDetails[]> {
  const facts = due.filter((push) => push.chat_id !== null)
  const own = due.filter((push) => push.chat_id === null).map((push) => push.notification_id)
  const unread = await findUnread(scope, membershipId, facts)
  const items = facts.map(({ notification_id: id, chat_id, kind, source_id: sourceId }) => {
    const createdAt = new Date(timeOfId(id))
    return {
      id,
      kind: kind ?? 'message',
      chat_id,
      ticket_id: null,
      source_id: sourceId,
      bulk_subject: null,
      bulk_count: null,
      message_count: 0,
      actor_type: 'system' as const,
      actor_id: null,
      created_at: createdAt,
      read_at: unread.has(id) ? null : createdAt,
    }
  })
  return [
    ...(await readDetails(scope, items)),
    ...(own.length > 0 ? await readOwnDetails(scope, own) : []),
  ]
}

/** Returns the ids of facts that the member has not read, of conversations that are still in their list of unread ones. */
async function findUnread(
  scope: Scope,
  membershipId: string,
  facts: DuePush[],
): Promise<Set<string>> {
  if (facts.length === 0) return new Set()
  const { db, workspaceId } = scope
  const { ofConversation } = partOf(scope, await getReader(scope, membershipId), 'unread')
  const { rows } = await prepared<{ id: string }>`
    select push.id from unnest(
      ${facts.map((push) => push.notification_id)}::uuid[], ${facts.map((push) => push.chat_id)}::uuid[]
    ) as push (id, chat_id)
    join conversation_notifications as entry on entry.workspace_id = ${workspaceId} and entry.chat_id = push.chat_id
    where ${ofConversation} and not exists (
      select from notification_reads
      where workspace_id = ${workspaceId} and membership_id = ${membershipId}
        and subject_id in (push.chat_id, ${workspaceId}) and read_up_to >= push.id
    )`.execute(db)
  return new Set(rows.map((row) => row.id))
}
