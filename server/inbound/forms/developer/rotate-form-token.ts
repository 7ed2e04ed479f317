import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { createToken, hashSecret } from '#lib/api-key-format.ts'
import { formUrl } from './form-url.ts'
import { readForm } from './read-form.ts'
import { toForm } from './schema.ts'
import type { FormWithToken } from './schema.ts'

/**
 * Creates a new token for a form, which only this response contains; the old one is refused immediately. @throws
 * {AppError} form_not_found
 */
export async function rotateFormToken(scope: Scope, id: string): Promise<FormWithToken> {
  const token = createToken()
  return transaction(scope, async (tx) => {
    const { id: formId, name } = await readForm(tx, id, 'change')
    await tx.db
      .updateTable('form_routes')
      .set({ token_hash: hashSecret(token) })
      .where('workspace_id', '=', tx.workspaceId)
      .where('form_id', '=', formId)
      .execute()
    await tx.db
      .updateTable('forms')
      .set({ token_last_four: token.slice(-4), rotated_at: tx.clock.now() })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', formId)
      .execute()
    await recordAudit(tx, {
      action: 'form.token_rotated',
      targetType: 'form',
      targetId: formId,
      data: { name },
    })
    return { ...toForm(await readForm(tx, formId)), token, url: formUrl(tx, token) }
  })
}
