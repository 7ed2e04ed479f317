import { recordAudit } from '#account/audit/record-audit.ts'
import type { Effect, Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { defer } from '#db/outbox/defer.ts'
import { updateById } from '#db/update-by-id.ts'
import { createToken, hashSecret } from '#lib/api-key-format.ts'
import { formUrl } from './form-url.ts'
import { getForm } from './read-form.ts'
import type { Form, FormWithToken } from './schema.ts'

/** Stores the end of a form's new token, and its time, to show them. */
export const formTokenRotatedEffect: Effect<{ id: string; lastFour: string; at: string }> = {
  kind: 'form_token_rotated',
  async apply(tx, { id, lastFour, at }) {
    await updateById(tx, 'forms', id, { token_last_four: lastFour, rotated_at: new Date(at) })
  },
}

/**
 * Creates a new token for a form, which only this response contains; the old one is refused immediately. `given` is the
 * form, read before a transaction of the directory. @throws {AppError} form_not_found
 */
export async function rotateFormToken(
  scope: Scope,
  id: string,
  given?: Form,
): Promise<FormWithToken> {
  const token = createToken()
  const form = given ?? (await getForm(scope, id))
  const at = scope.clock.now()
  const shown = { token_last_four: token.slice(-4), rotated_at: at }
  await directoryTransaction(scope, async (tx) => {
    await tx.directory
      .updateTable('form_routes')
      .set({ token_hash: hashSecret(token) })
      .where('workspace_id', '=', tx.workspaceId)
      .where('form_id', '=', form.id)
      .execute()
    await defer(tx, formTokenRotatedEffect, {
      id: form.id,
      lastFour: shown.token_last_four,
      at: at.toISOString(),
    })
    await recordAudit(tx, 'form.token_rotated', form.id, { name: form.name })
  })
  return { ...form, ...shown, token, url: formUrl(scope, token) }
}
