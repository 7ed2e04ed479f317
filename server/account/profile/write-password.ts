import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import type { Context } from '#context.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import { mailTexts, toMailText } from '../mail/mail-texts.ts'
import { queueMails } from '../mail/queue-mails.ts'
import { setPasswordHash } from '../users/password.ts'
import { RESET_PREFIX } from './reset-token.ts'

/**
 * Sets a user's password in the caller's transaction. Ends their sessions except the one with the id `keptSessionId`,
 * deletes started sign-ins and open reset links, notifies the user by mail, and records an entry in the audit log of each of their
 * workspaces.
 */
export async function writePassword(
  tx: Context,
  userId: string,
  change: { hash: string; action: AuditAction; keptSessionId?: string; byOperator?: true },
): Promise<void> {
  await setPasswordHash(tx, userId, change.hash)
  await tx.db.deleteFrom('second_steps').where('user_id', '=', userId).execute()
  await tx.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(change.keptSessionId !== undefined, (query) =>
      query.where('id', '<>', change.keptSessionId!),
    )
    .execute()
  await sql`delete from verifications where value = ${userId}
    and starts_with(identifier, ${RESET_PREFIX})`.execute(tx.db)
  const user = await tx.db
    .selectFrom('users')
    .select(['name', 'email', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const text = mailTexts(user.locale).passwordChanged()
  await queueMails({ ...tx, workspaceId: NO_WORKSPACE }, [{ to: user.email, ...toMailText(text) }])
  // Select the memberships in all workspaces, because each workspace has its own audit log.
  const memberships = await tx.db
    .selectFrom('memberships')
    .select(['workspace_id', 'id'])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute()
  for (const { workspace_id: workspaceId, id } of memberships)
    await recordAudit(
      {
        ...tx,
        workspaceId,
        actor: change.byOperator ? { type: 'system', id: null } : { type: 'member', id },
      },
      {
        action: change.action,
        targetType: 'member',
        targetId: id,
        ...(change.byOperator && { data: { name: user.name, email: user.email } }),
      },
    )
}
