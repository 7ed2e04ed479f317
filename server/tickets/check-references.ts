import { lockPersonId } from '#contacts/resolve-person.ts'
import type { Scope } from '#context.ts'
import { AppError, fieldError } from '#lib/errors.ts'

/** The references of a ticket, as the caller sends them. */
type TicketReferences = {
  personId: string
  messageId: string | undefined
  chatId: string | undefined
  assigneeId: string | undefined
}

/**
 * Returns the contact after following merges, locked against merges, and the conversation: that of the message,
 * or the given one, locked against deletion. Both must be conversations with the contact, or of a group.
 *
 * @throws {AppError} person_not_found, message_not_found, conversation_not_found, membership_not_found,
 *   conflicting_targets
 */
export async function readReferences(
  tx: Scope,
  given: TicketReferences,
): Promise<{ personId: string; chatId: string | null }> {
  const personId = await lockPersonId(tx, given.personId)
  const ofMessage = given.messageId === undefined ? null : await findChat(tx, given.messageId)
  if (given.chatId !== undefined) {
    await checkChat(tx, given.chatId, { personId, field: 'conversation_id' })
    if (ofMessage !== null && ofMessage !== given.chatId.toLowerCase())
      throw fieldError(
        'conflicting_targets',
        'conversation_id',
        'is not the conversation of the message',
      )
  } else if (ofMessage !== null) await checkChat(tx, ofMessage, { personId, field: 'message_id' })
  await checkAssignee(tx, given.assigneeId)
  return { personId, chatId: ofMessage ?? given.chatId ?? null }
}

/** Checks that the assignee is a current member of the workspace. @throws {AppError} membership_not_found */
export async function checkAssignee(tx: Scope, id: string | null | undefined): Promise<void> {
  if (id === undefined || id === null) return
  const row = await tx.db
    .selectFrom('memberships')
    .select('id')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!row)
    throw new AppError('membership_not_found', `There is no membership ${id} in this workspace.`)
}

async function findChat(tx: Scope, messageId: string): Promise<string> {
  const row = await tx.db
    .selectFrom('messages')
    .select('chat_id')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', messageId)
    .executeTakeFirst()
  if (!row)
    throw new AppError('message_not_found', `There is no message ${messageId} in this workspace.`)
  return row.chat_id
}

async function checkChat(
  tx: Scope,
  id: string,
  { personId, field }: { personId: string; field: 'conversation_id' | 'message_id' },
): Promise<void> {
  const row = await tx.db
    .selectFrom('chats')
    .select(['person_id', 'is_group'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!row)
    throw new AppError(
      'conversation_not_found',
      `There is no conversation ${id} in this workspace.`,
    )
  if (row.person_id !== personId && !row.is_group)
    throw fieldError('conflicting_targets', field, 'belongs to another contact')
}
