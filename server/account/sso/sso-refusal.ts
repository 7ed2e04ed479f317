import { AppError, errorFields } from '#lib/errors.ts'
import type { SsoFailure } from '#shared/audit-actions.ts'

/**
 * The error of a refused sign-in. The user sees its message; the audit log shows its reason to the admins, who can act on
 * it. `detail` is a code of the issuer or the library, never a token.
 */
export class SsoRefusal extends AppError {
  readonly reason: SsoFailure
  readonly detail: string | undefined

  constructor(reason: SsoFailure, message: string, detail?: string) {
    super('sso_refused', message)
    this.reason = reason
    this.detail = detail
  }
}

/** A request to an issuer that got no usable response. */
export class IssuerRequestError extends Error {}

const CAUSES_MAX = 5
const CODE = /^[a-z0-9_]{1,60}$/i

/** Returns the refusal that an error of the library means. */
export function toRefusal(err: unknown): SsoRefusal {
  const causes = causesOf(err)
  const [reason, detail] = explain(causes)
  const code = detail !== undefined && CODE.test(detail) ? detail : undefined
  return new SsoRefusal(reason, 'The issuer did not sign you in.', code)
}

function explain(causes: readonly Error[]): [reason: SsoFailure, detail?: string | undefined] {
  for (const each of causes) {
    if (each instanceof IssuerRequestError) return ['issuer_unavailable']
    const { code, error } = errorFields(each)
    if (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return ['client_rejected']
    if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return ['issuer_error', error]
    if (code === 'OAUTH_RESPONSE_BODY_ERROR')
      return [isAboutClient(error) ? 'client_rejected' : 'issuer_error', error]
  }
  // A statement about when the user entered their credentials is only required for a confirmation.
  if (causes.some((each) => each.message.includes('auth_time') || claimOf(each) === 'auth_time'))
    return ['not_asked_again']
  const code = causes.map((each) => errorFields(each).code).find(isText)
  const detail = causes.map(claimOf).find(isText) ?? code?.replace(/^OAUTH_/, '').toLowerCase()
  return [code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' ? 'clock' : 'invalid_answer', detail]
}

function isAboutClient(error: string | undefined): boolean {
  return error === 'invalid_client' || error === 'unauthorized_client'
}

/** Returns the name of the claim that an error of the library is about. */
function claimOf({ cause }: Error): string | undefined {
  const claim = (cause as { claim?: unknown } | undefined)?.claim
  return isText(claim) ? claim : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function causesOf(err: unknown): Error[] {
  const found: Error[] = []
  for (let each = err; each instanceof Error && found.length < CAUSES_MAX; each = each.cause)
    found.push(each)
  return found
}

/** Returns the messages of an error and of its causes. A syntax error's would quote the response, which has tokens. */
export function reasonOf(err: unknown): string {
  return causesOf(err)
    .map((each) => (each instanceof SyntaxError ? 'The response is not valid.' : each.message))
    .slice(0, 3)
    .join(': ')
    .slice(0, 500)
}
