import type { Context } from '#context.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import type { MailTexts } from '../mail/mail-catalogue.ts'
import { recordAccountChange } from '../mail/record-account-change.ts'

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

/** Notifies a user of a change of their second factor, and records it, in the caller's transaction. */
export async function recordFactorChange(
  tx: Context,
  userId: string,
  change: FactorChange,
): Promise<void> {
  await recordAccountChange(tx, userId, {
    mail: (texts) => texts[MAILS[change]](),
    action: ACTIONS[change],
    byOperator: change === 'reset',
  })
}
