import type { Insertable } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { countRows } from '#db/count-rows.ts'
import { getById } from '#db/get-by-id.ts'
import { selectFrom, updateTable } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { announceOwnDraft } from '#events/announce-to-web-apps.ts'
import type { OwnDrafts } from '#db/tables/own-drafts.ts'
import { AppError } from '#lib/errors.ts'
import { present } from '#lib/present.ts'
import { OWN_DRAFTS_MAX } from '#shared/drafts.ts'
import { deleteOwnDraft, draftChanged } from './delete-own-draft.ts'
import { findOwnDraft } from './find-own-draft.ts'
import { memberOf } from './member-of.ts'
import type { SaveOwnDraftBody } from './schema.ts'

/**
 * Stores the text that the scope's member has written in a conversation but not sent, and announces it to the member's open web apps. An
 * empty text deletes the draft. A repeated version or deletion changes nothing, so that a request whose answer was lost can be repeated.
 *
 * @throws {AppError} conversation_not_found, draft_changed (the stored draft is not the one that was changed), quota_exceeded
 */
export async function saveOwnDraft(
  scope: Scope,
  input: Static<typeof SaveOwnDraftBody>,
): Promise<void> {
  const { kind, text, mentions = [], seen_until: seenUntil } = input
  const version = input.version.toLowerCase()
  await transaction(scope, async (tx) => {
    const { id: chatId } = await getById(tx, 'chats', input.conversation_id, 'keep')
    const before = await findOwnDraft(tx, chatId, kind)
    if (before?.version === version || (!before && text === '')) return
    if ((before?.version ?? null) !== (input.based_on?.toLowerCase() ?? null)) throw draftChanged()
    if (text === '') return deleteOwnDraft(tx, { chatId, kind, version: present(before).version })
    const values = {
      version,
      text,
      mentions: JSON.stringify(mentions),
      seen_until: seenUntil === undefined ? null : new Date(seenUntil),
      updated_at: tx.clock.now(),
    }
    if (before)
      await updateTable(tx, 'own_drafts')
        .set(values)
        .where('membership_id', '=', before.membership_id)
        .where('chat_id', '=', chatId)
        .where('kind', '=', kind)
        .execute()
    else await insertDraft(tx, { chat_id: chatId, kind, ...values })
    await announceOwnDraft(tx, { version, is_deleted: false })
  })
}

/** Inserts a new draft. @throws {AppError} quota_exceeded, draft_changed (another window has just begun one) */
async function insertDraft(
  tx: Scope,
  values: Omit<Insertable<OwnDrafts>, 'workspace_id' | 'membership_id'>,
): Promise<void> {
  const mine = memberOf(tx)
  const all = selectFrom(tx, 'own_drafts').where('membership_id', '=', mine)
  if ((await countRows(all)) >= OWN_DRAFTS_MAX)
    throw new AppError(
      'quota_exceeded',
      `You already have ${OWN_DRAFTS_MAX} drafts. Send or delete one first.`,
    )
  const inserted = await tx.db
    .insertInto('own_drafts')
    .values({ workspace_id: tx.workspaceId, membership_id: mine, ...values })
    .onConflict((oc) => oc.doNothing())
    .returning('version')
    .executeTakeFirst()
  if (!inserted) throw draftChanged()
}
