import { SECRET_TEXTS } from '#shared/signature-findings.ts'
import { NOTHING } from './header-finding.ts'
import type { EndpointSecret, Match, SecretCandidate } from './find-match.ts'
import type { Finding } from './schema.ts'
import type { Scheme } from './digest.ts'

type SecretFinding = Finding & { code: 'wrong_secret' }

/**
 * Describes why a secret did not produce a signature, and which one did if known; undefined for the right one.
 * `secrets` are all that were tried, `given` the caller's, if any.
 */
export function secretFinding(
  scheme: Scheme,
  match: Match | undefined,
  context: { secrets: SecretCandidate[]; given: string | undefined; receivedAt: Date },
): SecretFinding | undefined {
  const given = context.given?.trim()
  if (!match) return unknownFinding(given, ownerOf(given, context.secrets))
  const { whose, isAccepted } = match.secret
  if (isAccepted && match.derivation === 'right') return undefined
  if (isAccepted)
    return toFinding('wrong_key', {
      message: SECRET_TEXTS.wrong_key.message,
      advice:
        scheme === 'X-Service-Signature'
          ? 'The key for X-Service-Signature is the whole secret as text, including whsec_.'
          : 'The key for webhook-signature is the decoded base64 after whsec_.',
    })
  if (whose.kind === 'given')
    return toFinding('copied_badly', {
      message: FLAWS[whose.flaw ?? 'white_space'],
      advice: SECRET_TEXTS.copied_badly.advice,
    })
  return ownedFinding(whose, ownerOf(given, context.secrets), context)
}

const FLAWS = {
  white_space: 'The secret is correct except for white space around it.',
  quotes: 'The secret is correct except for quotation marks around it.',
  no_prefix: 'The secret is correct except that its prefix whsec_ is missing.',
}

function toFinding(
  problem: string,
  said: { message: string; advice: string; endpoint?: { id: string; url: string } },
): SecretFinding {
  return { ...NOTHING, code: 'wrong_secret', problem, ...said, endpoint: said.endpoint ?? null }
}

/** Returns the endpoint of the workspace that `given` belongs to. */
function ownerOf(
  given: string | undefined,
  secrets: SecretCandidate[],
): EndpointSecret | undefined {
  const whose = secrets.find((each) => each.value === given && each.whose.kind !== 'given')?.whose
  return whose && whose.kind !== 'given' ? whose : undefined
}

function unknownFinding(
  given: string | undefined,
  owner: EndpointSecret | undefined,
): SecretFinding {
  const nature = explainGiven(given, owner)
  return toFinding('unknown', {
    message: SECRET_TEXTS.unknown.message,
    advice: `${nature}${SECRET_TEXTS.previous_of_other_endpoint.advice} Secrets that have expired, or whose endpoint was deleted, cannot be recognized anymore.`,
  })
}

/** Returns a sentence about the given secret, with a space after it; empty if there is nothing to say. */
function explainGiven(given: string | undefined, owner: EndpointSecret | undefined): string {
  if (owner)
    return `The given secret is ${describe(owner)}, but the delivery was not signed with it. `
  if (given === undefined) return ''
  if (given.startsWith('sk_')) return 'The given text is an API key, not a signing secret. '
  const isSecret = /^whsec_[0-9A-Za-z]{48}$/.test(given)
  return isSecret ? '' : 'The given text is not a signing secret of Parley. '
}

/** The signature was made with the secret of `whose`; the given one is that of `owner`. */
function ownedFinding(
  whose: EndpointSecret,
  owner: EndpointSecret | undefined,
  { given, receivedAt }: { given: string | undefined; receivedAt: Date },
): SecretFinding {
  const { endpoint } = whose
  if (owner?.kind === 'previous' && owner.endpoint.id === endpoint.id && whose.kind === 'current')
    return toFinding('previous_expired', {
      endpoint,
      message: `The secret was rotated. It is the previous secret of this endpoint${until(owner, receivedAt)}, but the delivery was signed with the new one.`,
      advice: 'Set the new secret in the receiver.',
    })
  if (whose.kind === 'previous' && whose.isNamed)
    return toFinding('previous_expired', {
      endpoint,
      message: `The delivery was signed with the previous secret of this endpoint${until(whose, receivedAt)}.`,
      advice:
        'Sign and verify with the new secret. If Parley sent this, it is an old request that was replayed.',
    })
  if (whose.kind === 'previous')
    return toFinding('previous_of_other_endpoint', {
      endpoint,
      message: `The delivery was signed with ${describe(whose)}${until(whose, receivedAt)}.`,
      advice: SECRET_TEXTS.previous_of_other_endpoint.advice,
    })
  return toFinding('other_endpoint', {
    endpoint,
    message: `The delivery was signed with ${describe(whose)}, not with ${given === undefined ? 'the secret of the given endpoint' : 'the given secret'}.`,
    advice: SECRET_TEXTS.other_endpoint.advice,
  })
}

function describe(owner: EndpointSecret): string {
  return `the ${owner.kind === 'previous' ? 'previous ' : ''}secret of the endpoint ${owner.endpoint.url}`
}

function until(owner: EndpointSecret, receivedAt: Date): string {
  if (!owner.expiresAt) return ''
  const seconds = Math.round((receivedAt.getTime() - owner.expiresAt.getTime()) / 1000)
  const at = owner.expiresAt.toISOString()
  return seconds >= 0
    ? `, which expired on ${at}, ${seconds} s before the receipt`
    : `, which is valid until ${at}`
}
