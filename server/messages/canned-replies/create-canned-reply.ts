import type { Static } from 'typebox'
import { isBlank } from '#lib/is-blank.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { insertRow } from '#db/insert-row.ts'
import { refuseTaken } from '#db/refuse-taken.ts'
import { transaction } from '#db/transaction.ts'
import { invalidField } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { checkTeams } from '#conversations/check-teams.ts'
import { readOwner } from '#conversations/owned-by-actor.ts'
import { findFiles, replaceFiles } from './replace-files.ts'
import { toCannedReply } from './schema.ts'
import type { CannedReply, CreateCannedReplyBody } from './schema.ts'

/**
 * Creates a canned reply, of everybody, a team or the scope's member. @throws {AppError} shortcut_taken, validation_failed,
 * team_not_found, media_not_found
 */
export async function createCannedReply(
  scope: Scope,
  input: Static<typeof CreateCannedReplyBody>,
): Promise<CannedReply> {
  const { actor } = scope
  const { shortcut, media_ids: mediaIds = [] } = input
  const text = readReplyText(input.text)
  const owner = readOwner(actor, input)
  return transaction(scope, async (tx) => {
    await checkTeams(tx, owner.team_id === null ? [] : [owner.team_id])
    const now = tx.clock.now()
    const row = await insertRow(tx, 'canned_replies', {
      id: newId(),
      shortcut,
      text,
      ...owner,
      created_by: actor.type === 'member' ? actor.id : null,
      created_at: now,
      updated_at: now,
    }).catch(shortcutTaken(shortcut))
    await replaceFiles(tx, row.id, mediaIds)
    if (owner.membership_id === null)
      await recordAudit(tx, 'canned_reply.created', row.id, { shortcut })
    return toCannedReply(tx, row, (await findFiles(tx, [row.id]))(row.id))
  })
}

/** Returns the text unchanged, unless it is blank. @throws {AppError} validation_failed */
export function readReplyText(text: string): string {
  if (isBlank(text)) throw invalidField('text', 'must not be empty')
  return text
}

/** Returns a handler of errors that throws shortcut_taken for the violation of a unique shortcut. */
export function shortcutTaken(shortcut: string) {
  const message = `A canned reply with the shortcut ${shortcut} already exists.`
  return refuseTaken('shortcut_taken', message)
}
