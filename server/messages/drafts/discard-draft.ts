import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { changeById } from '#db/update-by-id.ts'
import { announceToWebApps, DRAFTS_CHANGED } from '#events/announce-to-web-apps.ts'
import { lockOpenDraft } from './lock-open-draft.ts'
import { toDraft } from './schema.ts'
import type { Draft } from './schema.ts'

/** Discards an open draft. Its row stays, so that its author can see that. @throws {AppError} draft_not_found, draft_decided */
export async function discardDraft(scope: Scope, id: string): Promise<Draft> {
  return transaction(scope, async (tx) => {
    const draft = await lockOpenDraft(tx, id)
    const row = await changeById(tx, 'reply_drafts', draft.id, {
      status: 'discarded',
      decided_at: tx.clock.now(),
    })
    await announceToWebApps(tx, DRAFTS_CHANGED)
    return toDraft(row)
  })
}
