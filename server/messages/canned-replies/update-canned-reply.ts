import type { Static } from 'typebox'
import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { updateById } from '#db/update-by-id.ts'
import { invalidField } from '#lib/errors.ts'
import { checkTeams } from '#conversations/check-teams.ts'
import { readReplyText, shortcutTaken } from './create-canned-reply.ts'
import { findFiles, replaceFiles } from './replace-files.ts'
import { toCannedReply } from './schema.ts'
import type { CannedReply, UpdateCannedReplyBody } from './schema.ts'
import { lockCannedReply } from './visible-canned-replies.ts'

/**
 * Updates the given fields of a canned reply. @throws {AppError} canned_reply_not_found, shortcut_taken, validation_failed,
 * team_not_found, media_not_found
 */
export async function updateCannedReply(
  scope: Scope,
  id: string,
  input: Static<typeof UpdateCannedReplyBody>,
): Promise<CannedReply> {
  return transaction(scope, async (tx) => {
    const before = await lockCannedReply(tx, id)
    if (input.team_id && before.membership_id !== null)
      throw invalidField('team_id', 'cannot be set: the canned reply is of one member')
    const filesOf = await findFiles(tx, [before.id])
    const mediaIds = filesOf(before.id).map((upload) => upload.id)
    const next = {
      shortcut: input.shortcut ?? before.shortcut,
      text: input.text === undefined ? before.text : readReplyText(input.text),
      team_id:
        input.team_id === undefined ? before.team_id : (input.team_id?.toLowerCase() ?? null),
    }
    const media_ids = input.media_ids?.map((each) => each.toLowerCase()) ?? mediaIds
    const changes = changedFields({ ...before, media_ids: mediaIds }, { ...next, media_ids })
    if (Object.keys(changes).length === 0) return toCannedReply(tx, before, filesOf(before.id))
    if (next.team_id !== before.team_id)
      await checkTeams(tx, next.team_id === null ? [] : [next.team_id])
    const updated_at = tx.clock.now()
    await updateById(tx, 'canned_replies', before.id, { ...next, updated_at }).catch(
      shortcutTaken(next.shortcut),
    )
    if ('media_ids' in changes) await replaceFiles(tx, before.id, media_ids)
    if (before.membership_id === null)
      await recordAudit(tx, 'canned_reply.updated', before.id, {
        shortcut: before.shortcut,
        ...changes,
      })
    const uploads = (await findFiles(tx, [before.id]))(before.id)
    return toCannedReply(tx, { ...before, ...next, updated_at }, uploads)
  })
}
