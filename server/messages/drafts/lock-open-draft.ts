import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import type { ReplyDrafts } from '#db/tables/reply-drafts.ts'
import { AppError } from '#lib/errors.ts'

/**
 * Locks an open draft until the transaction ends, and returns it.
 *
 * @throws {AppError} draft_not_found, draft_decided
 */
export async function lockOpenDraft(tx: Scope, id: string): Promise<Selectable<ReplyDrafts>> {
  const draft = await getById(tx, 'reply_drafts', id, 'change')
  if (draft.status !== 'open')
    throw new AppError('draft_decided', `The draft was already ${draft.status}.`)
  return draft
}
