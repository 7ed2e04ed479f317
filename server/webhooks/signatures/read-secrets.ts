import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import { openAllSecrets } from '../open-secrets.ts'
import type { SecretCandidate } from './find-match.ts'

/**
 * The number of newest endpoints whose secrets are tried: more than a workspace usually has, and bounded for the cost
 * of a request.
 */
const ENDPOINTS_TRIED = 500

/**
 * Returns the secrets to try: the given one or those of the named endpoint, and, not accepted, those of every endpoint
 * of the workspace. `at` decides whether a previous one is still valid.
 *
 * @throws {AppError} endpoint_not_found
 */
export async function readSecrets(
  scope: Scope,
  input: { secret?: string; endpoint_id?: string },
  at: Date,
): Promise<SecretCandidate[]> {
  const named =
    input.endpoint_id === undefined
      ? undefined
      : await getById(scope, 'webhook_endpoints', input.endpoint_id)
  const endpoints = await selectFrom(scope, 'webhook_endpoints')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ENDPOINTS_TRIED)
    .execute()
  const others = endpoints.filter((each) => each.id !== named?.id)
  const stored = [...(named ? [named] : []), ...others].flatMap((row) => {
    const { current, previous } = openAllSecrets(scope, row)
    const endpoint = { id: row.id, url: row.url }
    const isNamed = row === named
    const owned = (kind: 'current' | 'previous', value: string, expiresAt: Date | null) => ({
      value,
      isAccepted: isNamed && (expiresAt === null || expiresAt > at),
      whose: { kind, endpoint, isNamed, expiresAt },
    })
    return [
      owned('current', current, null),
      ...previous.map(({ secret, expiresAt }) => owned('previous', secret, expiresAt)),
    ]
  })
  return input.secret === undefined ? stored : [...readGiven(input.secret), ...stored]
}

/** Returns the given secret, and its variants without typical copying mistakes. */
function readGiven(text: string): SecretCandidate[] {
  const candidates: SecretCandidate[] = [
    { value: text, isAccepted: true, whose: { kind: 'given', flaw: null } },
  ]
  const bare = text.trim()
  const add = (value: string, flaw: 'white_space' | 'quotes' | 'no_prefix') => {
    if (value && candidates.every((each) => each.value !== value))
      candidates.push({ value, isAccepted: false, whose: { kind: 'given', flaw } })
  }
  add(bare, 'white_space')
  add(bare.replaceAll(/^["']|["']$/g, ''), 'quotes')
  if (!bare.startsWith('whsec_')) add(`whsec_${bare}`, 'no_prefix')
  return candidates
}
