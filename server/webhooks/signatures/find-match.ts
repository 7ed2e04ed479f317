import { listBodyVariants } from './list-body-variants.ts'
import { digest, listKeys } from './digest.ts'
import type { Budget, KeyDerivation, Scheme } from './digest.ts'

/** A secret that may have signed; `isAccepted` if a verifier should accept it. */
export type SecretCandidate = { value: string; isAccepted: boolean; whose: SecretOwner }

/** The source of a secret: the given one, corrected for copying mistakes, or one of an endpoint. */
type SecretOwner =
  | { kind: 'given'; flaw: 'white_space' | 'quotes' | 'no_prefix' | null }
  | EndpointSecret

/** A current or old secret of an endpoint; `isNamed` if the check names this endpoint. */
export type EndpointSecret = {
  kind: 'current' | 'previous'
  endpoint: { id: string; url: string }
  isNamed: boolean
  expiresAt: Date | null
}

/** A parsed signature: the prefix before the body, and the digests in the header. */
type Signed = { scheme: Scheme; prefix: string; digests: Buffer[] }

/** The inputs that produce a signature: the secret, how a key was derived from it, the body, and the body's source. */
export type Match = {
  secret: SecretCandidate
  derivation: KeyDerivation
  source: 'given' | 'log' | 'guess'
  body: Buffer
}

/** The bodies of a check: the given one, and the log's if it has one. */
export type Bodies = { given: Buffer; text: string; sent: Buffer | undefined }

/** The number of other secrets for which variants of the body are tried. */
const VARIANT_SECRETS_MAX = 5

/**
 * Finds the inputs that produce a signature, trying the likely first; undefined when none did before the budget was
 * spent. Variants of the body come last, because each is serialised and digested separately.
 */
export function findMatch(
  signed: Signed,
  bodies: Bodies,
  secrets: SecretCandidate[],
  budget: Budget,
): Match | undefined {
  const accepted = secrets.filter((each) => each.isAccepted)
  const others = secrets.filter((each) => !each.isAccepted)
  const { given, sent } = bodies
  const known: [Match['source'], Buffer][] = [['given', given]]
  if (sent && !sent.equals(given)) known.push(['log', sent])
  const agrees = (
    secret: SecretCandidate,
    source: Match['source'],
    body: Buffer,
    keys: number,
  ): Match | undefined => {
    for (const [derivation, key] of listKeys(signed.scheme, secret.value).slice(0, keys)) {
      const made = digest(key, signed.prefix, body, budget)
      if (made && signed.digests.some((each) => each.equals(made)))
        return { secret, derivation, source, body }
    }
    return undefined
  }
  for (const [group, keys] of [
    [accepted, 1],
    [others, 1],
    [accepted, 3],
  ] as const) {
    for (const [source, body] of known) {
      for (const secret of group) {
        const match = agrees(secret, source, body, keys)
        if (match) return match
      }
    }
  }
  for (const bytes of listBodyVariants(bodies.text)) {
    for (const secret of [...accepted, ...others.slice(0, VARIANT_SECRETS_MAX)]) {
      const match = agrees(secret, 'guess', bytes, 1)
      if (match) return match
      if (budget.bytes < 0) return undefined
    }
  }
  return undefined
}
