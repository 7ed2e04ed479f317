import { recordAudit } from '../audit/record-audit.ts'
import { mailTexts, toMailText } from '../mail/mail-texts.ts'
import type { MailTexts } from '../mail/mail-catalogue.ts'
import { queueMails } from '../mail/queue-mails.ts'
import type { Context } from '#context.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import type { AuditAction } from '#shared/audit-actions.ts'

/** A change of a user's second factor. `reset` is the operator's. */
type FactorChange = 'turned_on' | 'turned_off' | 'reset' | 'codes_replaced' | 'recovery_code_used'

const ACTIONS: Record<FactorChange, AuditAction> = {
  turned_on: 'member.second_factor_turned_on',
  turned_off: 'member.second_factor_turned_off',
  reset: 'member.second_factor_reset',
  codes_replaced: 'member.recovery_codes_replaced',
  recovery_code_used: 'member.recovery_code_used',
}

const MAILS = {
  turned_on: 'secondFactorTurnedOn',
  turned_off: 'secondFactorTurnedOff',
  reset: 'secondFactorTurnedOff',
  codes_replaced: 'recoveryCodesReplaced',
  recovery_code_used: 'recoveryCodeUsed',
} as const satisfies Record<FactorChange, keyof MailTexts>

/**
 * Notifies a user by mail of a change of their second factor, and records it in the audit log of each of their
 * workspaces, in the caller's transaction.
 */
export async function recordFactorChange(
  tx: Context,
  userId: string,
  change: FactorChange,
): Promise<void> {
  const user = await tx.db
    .selectFrom('users')
    .select(['name', 'email', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const text = mailTexts(user.locale)[MAILS[change]]()
  await queueMails({ ...tx, workspaceId: NO_WORKSPACE }, [{ to: user.email, ...toMailText(text) }])
  // Select the memberships in all workspaces, because each workspace has its own audit log.
  const memberships = await tx.db
    .selectFrom('memberships')
    .select(['workspace_id', 'id'])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute()
  const isByOperator = change === 'reset'
  for (const { workspace_id: workspaceId, id } of memberships)
    await recordAudit(
      {
        ...tx,
        workspaceId,
        actor: isByOperator ? { type: 'system', id: null } : { type: 'member', id },
      },
      {
        action: ACTIONS[change],
        targetType: 'member',
        targetId: id,
        ...(isByOperator && { data: { name: user.name, email: user.email } }),
      },
    )
}
