import type { ErrorCode } from '#shared/errors.ts'
import type { Permission } from '../permission.ts'

/** The parts of a route from which its failures follow. `hasFields` is whether its body or query is
 * validated, `hasAliases` whether one of their fields is an alias, `errors` are those that its verbs throw. */
type FailingRoute = {
  url: string
  permission: Permission | undefined
  takesBody: boolean
  hasFields: boolean
  queryFields: readonly string[]
  hasAliases: boolean
  isIdempotent: boolean
  isConditionalChange: boolean
  isAboutContacts: boolean
  isGrowingRead: boolean
  errors: readonly ErrorCode[]
}

/** The failures of every operation: of the address, and of the server. */
const ALWAYS: ErrorCode[] = ['bad_request', 'internal', 'database_unavailable', 'secret_unreadable']
const OF_BODIES: ErrorCode[] = [
  'malformed_json',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
]
/** The bodies of callers who are not verified yet share a budget. */
const OF_OPEN_BODIES: ErrorCode[] = ['rate_limited', 'overloaded']
const OF_IDEMPOTENCY: ErrorCode[] = [
  'invalid_header',
  'idempotency_key_in_flight',
  'idempotency_key_reused',
]
const OF_KEYS: ErrorCode[] = [
  'unauthenticated',
  'invalid_api_key',
  'address_not_allowed',
  'rate_limited',
]
const OF_SESSIONS: ErrorCode[] = [
  'unauthenticated',
  'cross_origin',
  'workspace_required',
  'rate_limited',
]

/** Lists the codes of all errors with which an operation can answer, each once. */
export function listFailures(route: FailingRoute): ErrorCode[] {
  const { takesBody, permission, hasFields, queryFields, hasAliases, errors } = route
  const { isIdempotent, isConditionalChange, isAboutContacts } = route
  return [
    ...new Set([
      ...ofCaller(route),
      ...(takesBody ? OF_BODIES : []),
      ...(takesBody && permission && 'open' in permission ? OF_OPEN_BODIES : []),
      ...(hasFields ? (['validation_failed'] as const) : []),
      ...(hasAliases ? (['conflicting_fields'] as const) : []),
      ...(queryFields.includes('cursor') ? (['invalid_cursor'] as const) : []),
      ...(queryFields.includes('after') ? (['invalid_cursor'] as const) : []),
      // A list of ids can be longer than Node accepts an address and headers to be.
      ...(queryFields.includes('ids') ? (['headers_too_large'] as const) : []),
      ...(isIdempotent ? OF_IDEMPOTENCY : []),
      ...(isConditionalChange ? (['invalid_header', 'precondition_failed'] as const) : []),
      // The stored response was about a contact that was erased since, or about what the caller does not see any more.
      ...(isIdempotent && isAboutContacts ? (['person_not_found'] as const) : []),
      ...(route.isGrowingRead ? (['busy'] as const) : []),
      ...errors,
      ...ALWAYS,
    ]),
  ]
}

/** Lists the errors of authentication. */
function ofCaller({ permission, url }: FailingRoute): ErrorCode[] {
  if (!permission || 'open' in permission) return []
  if ('anyKey' in permission) return OF_KEYS
  const isSession = 'session' in permission
  const isAdmin = isSession
    ? permission.session === 'admin'
    : permission.key === 'admin' || permission.admin === true
  const isRestricted = !(isSession && permission.withoutSecondFactor === true)
  const isAccount = url.startsWith('/api/session/') && !(isSession && permission.forSso === true)
  return [
    ...(isSession ? [] : OF_KEYS),
    ...(isSession && permission.scope === undefined ? [] : (['insufficient_scope'] as const)),
    ...OF_SESSIONS,
    ...(isAdmin ? (['admin_required'] as const) : []),
    ...(isRestricted ? (['second_factor_required', 'sso_required'] as const) : []),
    ...(isAccount ? (['sso_session'] as const) : []),
    ...(isSession && permission.operator ? (['route_not_found'] as const) : []),
    ...(permission.fresh ? (['confirmation_required'] as const) : []),
  ]
}
