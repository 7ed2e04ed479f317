import type { Context } from '#db/context.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import { recordUserAudit } from '../audit/record-user-audit.ts'
import type { MailTexts } from './mail-parts.ts'
import { mailUser } from './mail-user.ts'

/** Changes of how a user signs in, each with its mail. */
const MAILS = {
  'member.password_changed': 'passwordChanged',
  'member.password_reset': 'passwordChanged',
  'member.password_set': 'passwordChanged',
  'member.second_factor_turned_on': 'secondFactorTurnedOn',
  'member.second_factor_turned_off': 'secondFactorTurnedOff',
  'member.second_factor_reset': 'secondFactorTurnedOff',
  'member.recovery_codes_replaced': 'recoveryCodesReplaced',
  'member.recovery_code_used': 'recoveryCodeUsed',
  'member.passkey_added': 'passkeyAdded',
  'member.passkey_removed': 'passkeyRemoved',
  'member.passkeys_removed': 'passkeysRemoved',
  'member.passkey_copied': 'passkeyCopied',
} as const satisfies Partial<Record<AuditAction, keyof MailTexts>>

/** A change of how a user signs in, as the audit log names it. */
export type AccountChange = keyof typeof MAILS

/** The changes that the operator makes. */
const BY_OPERATOR: readonly AccountChange[] = [
  'member.password_set',
  'member.second_factor_reset',
  'member.passkeys_removed',
]

/**
 * Notifies a user by mail of a change of how they sign in, and records it in the audit log of each of their workspaces,
 * in the caller's transaction. `passkey` is the name of the changed passkey.
 */
export async function recordAccountChange(
  tx: Context,
  userId: string,
  action: AccountChange,
  passkey = '',
): Promise<void> {
  const user = await tx.directory
    .selectFrom('users')
    .select(['email', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await mailUser(tx, user, (texts) => texts[MAILS[action]]({ passkey }))
  const actor = BY_OPERATOR.includes(action) ? 'system' : 'user'
  await recordUserAudit(tx, userId, { action, actor })
}
