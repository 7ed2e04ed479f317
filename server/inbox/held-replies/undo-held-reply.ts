import type { Scope } from '#db/context.ts'
import { deleteFrom } from '#db/select-from.ts'
import { announceOwnDraft } from '#events/announce-to-web-apps.ts'
import { memberOf } from '#inbox/own-drafts/member-of.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'

/**
 * Deletes a held reply of the scope's member, so that it is not sent, and announces that to the member's other web apps. @throws {AppError} held_reply_not_found, also once it was sent
 */
export async function undoHeldReply(scope: Scope, id: string): Promise<void> {
  const deleted = isUuid(id)
    ? await deleteFrom(scope, 'held_replies')
        .where('id', '=', id)
        .where('membership_id', '=', memberOf(scope))
        .returning('id')
        .executeTakeFirst()
    : undefined
  if (!deleted)
    throw new AppError(
      'held_reply_not_found',
      `You have no held reply ${id}. It may have been sent already.`,
    )
  await announceOwnDraft(scope, { version: deleted.id, is_deleted: true })
}
