import type { Scope } from '#db/context.ts'
import { deleteFrom } from '#db/select-from.ts'
import { announceOwnDraft } from '#events/announce-to-web-apps.ts'
import { AppError } from '#lib/errors.ts'
import type { OwnDraftKind } from '#shared/drafts.ts'
import { memberOf } from './member-of.ts'

/**
 * Deletes this version of the draft of the scope's member, in the transaction of what is made of it. So one of two requests with the
 * same version is refused, from whichever window or device they come.
 *
 * @throws {AppError} draft_changed
 */
export async function deleteOwnDraft(
  tx: Scope,
  { chatId, kind, version }: { chatId: string; kind: OwnDraftKind; version: string },
): Promise<void> {
  const deleted = await deleteFrom(tx, 'own_drafts')
    .where('membership_id', '=', memberOf(tx))
    .where('chat_id', '=', chatId)
    .where('kind', '=', kind)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  if (!deleted) throw draftChanged()
  await announceOwnDraft(tx, { version, is_deleted: true })
}

/** Returns the error for a version of a draft that is not the stored one. */
export function draftChanged(): AppError {
  return new AppError(
    'draft_changed',
    'You have sent or changed this draft in another window or on another device. Read it again (GET /api/app/drafts).',
  )
}
