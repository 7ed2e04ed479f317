import { systemScopeOn } from '#db/in-workspace.ts'
import type { Context } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'
import type { SsoFailure } from '#shared/audit-actions.ts'
import { recordBounded } from '../audit/record-failure.ts'
import { callerData } from '../sign-in/browser-of.ts'
import type { Browser } from '../sign-in/browser-of.ts'
import type { Connection } from './find-connection.ts'
import { SsoRefusal } from './sso-refusal.ts'

/** The reasons of errors that are no refusals. */
const REASONS: Partial<Record<AppError['code'], SsoFailure>> = {
  sso_unavailable: 'issuer_unavailable',
  invalid_credentials: 'disabled',
}

/**
 * Records a failed sign-in in the audit log of the issuer's workspace, with a reason that an admin can act on. `email` is
 * the address that the issuer claims. The entries of each reason are bounded separately, so that strangers who send wrong
 * answers cannot hide the failures of members.
 */
export async function recordSsoFailure(
  context: Context,
  { workspace_id: workspaceId, id, label }: Connection,
  { err, email, browser }: { err: unknown; email?: string | undefined; browser: Browser },
): Promise<void> {
  if (!(err instanceof AppError)) return
  const refusal = err instanceof SsoRefusal ? err : undefined
  const reason = refusal?.reason ?? REASONS[err.code]
  if (reason === undefined) return
  await recordBounded(await systemScopeOn(context, workspaceId), 'sso.sign_in_failed', id, {
    name: label,
    reason,
    email,
    detail: refusal?.detail,
    ...callerData(browser),
  })
}
