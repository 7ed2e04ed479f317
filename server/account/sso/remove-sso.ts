import { directoryTransaction } from '#db/directory-transaction.ts'
import type { Scope } from '#db/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { endSsoSessions } from './configure-sso.ts'
import { getConnection } from './find-connection.ts'

/**
 * Removes the single sign-on of the workspace: its issuer, the links with accounts, and its sessions. Members stay
 * members. Verified domains stay, so that no other workspace takes them.
 *
 * @throws {AppError} sso_not_found
 */
export async function removeSso(scope: Scope): Promise<void> {
  await directoryTransaction(scope, async (tx) => {
    const { id, label, issuer } = await getConnection(tx)
    for (const table of ['sso_connections', 'sso_identities', 'sso_attempts'] as const)
      await tx.directory.deleteFrom(table).where('workspace_id', '=', tx.workspaceId).execute()
    await endSsoSessions(tx)
    await recordAudit(tx, 'sso.removed', id, { name: label, issuer })
  })
}
