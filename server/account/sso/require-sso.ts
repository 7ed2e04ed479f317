import { directoryTransaction } from '#db/directory-transaction.ts'
import type { Scope } from '#db/context.ts'
import { updateTable } from '#db/select-from.ts'
import { AppError } from '#lib/errors.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { getConnection } from './find-connection.ts'

/**
 * Sets whether members can use the workspace only in sessions of its issuer. Only a session of this issuer can turn it on,
 * which shows that signing in works.
 *
 * @throws {AppError} sso_not_found, sso_session_required
 */
export async function requireSso(
  scope: Scope,
  input: { isRequired: boolean; ssoWorkspaceId: string | null },
): Promise<void> {
  const { isRequired, ssoWorkspaceId } = input
  await directoryTransaction(scope, async (tx) => {
    const { id, label, is_required: before } = await getConnection(tx)
    if (before === isRequired) return
    if (isRequired && ssoWorkspaceId !== tx.workspaceId)
      throw new AppError(
        'sso_session_required',
        'Sign in with single sign-on first, so that you do not lock yourself out.',
      )
    await updateTable(tx, 'sso_connections').set({ is_required: isRequired }).execute()
    await recordAudit(tx, isRequired ? 'sso.required' : 'sso.not_required', id, { name: label })
  })
}
