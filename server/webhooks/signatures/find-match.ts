import { listBodyVariants } from './body-variants.ts'
import { digest, listKeys } from './signed-digest.ts'
import type { Budget, KeyDerivation, Scheme } from './signed-digest.ts'

/** A secret that the signature may have been made with; `isAccepted` when a verifier is right to take it. */
export type SecretCandidate = { value: string; isAccepted: boolean; whose: SecretOwner }

/** Whose a secret is: the one given, with a slip of copying taken out, or one of an endpoint. */
export type SecretOwner =
  | { kind: 'given'; flaw: 'white_space' | 'quotes' | 'no_prefix' | null }
  | EndpointSecret

/** A secret that an endpoint has or had; `isNamed` when the check is about this endpoint. */
export type EndpointSecret = {
  kind: 'current' | 'previous'
  endpoint: { id: string; url: string }
  isNamed: boolean
  expiresAt: Date | null
}

/** A signature as it is signed: what stands before the body, and the digests that came with it. */
export type Signed = { scheme: Scheme; prefix: string; digests: Buffer[] }

/** With what a signature agrees: which secret, made into a key how, and which body, and where that is from. */
export type Match = {
  secret: SecretCandidate
  derivation: KeyDerivation
  source: 'given' | 'log' | 'guess'
  body: Buffer
}

/** The bodies of a check: as it was given, and as the log has it, where it does. */
export type Bodies = { given: Buffer; text: string; sent: Buffer | undefined }

/** Secrets beside the accepted ones that variants of the body are tried with. */
const VARIANT_SECRETS_MAX = 5

/**
 * What a signature agrees with, the likely first; undefined when it is nothing that was tried before the budget was
 * spent. Variants of the body come last, as each is written and digested anew.
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
  ] as const)
    for (const [source, body] of known)
      for (const secret of group) {
        const match = agrees(secret, source, body, keys)
        if (match) return match
      }
  for (const bytes of listBodyVariants(bodies.text))
    for (const secret of [...accepted, ...others.slice(0, VARIANT_SECRETS_MAX)]) {
      const match = agrees(secret, 'guess', bytes, 1)
      if (match) return match
      if (budget.bytes < 0) return undefined
    }
  return undefined
}
