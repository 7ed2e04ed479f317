import type { Context } from '#context.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import { recordUserAudit } from '../audit/record-user-audit.ts'
import type { MailParts, MailTexts } from './mail-catalogue.ts'
import { mailTexts, toMailText } from './mail-texts.ts'
import { queueMails } from './queue-mails.ts'

/** A change of how a user signs in: its mail, its audit action, and whether the operator made it. */
type AccountChange = {
  mail: (texts: MailTexts) => MailParts
  action: AuditAction
  byOperator: boolean
}

/**
 * Notifies a user by mail of a change of how they sign in, and records it in the audit log of each of their workspaces,
 * in the caller's transaction.
 */
export async function recordAccountChange(
  tx: Context,
  userId: string,
  change: AccountChange,
): Promise<void> {
  const user = await tx.directory
    .selectFrom('users')
    .select(['email', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const text = change.mail(mailTexts(user.locale))
  await queueMails({ ...tx, workspaceId: NO_WORKSPACE }, [{ to: user.email, ...toMailText(text) }])
  await recordUserAudit(tx, userId, {
    action: change.action,
    actor: change.byOperator ? 'system' : 'user',
  })
}
