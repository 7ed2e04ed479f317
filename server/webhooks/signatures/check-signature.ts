import type { HeaderProblem } from '#shared/signature-findings.ts'
import { bodyFinding } from './body-finding.ts'
import { headerFinding, NOTHING, skewFinding } from './header-finding.ts'
import { findMatch } from './find-match.ts'
import type { Bodies, Match, SecretCandidate } from './find-match.ts'
import type { ParsedSignature } from './parse-service-signature.ts'
import { FINDINGS } from './schema.ts'
import type { Finding, Verification } from './schema.ts'
import { secretFinding } from './secret-finding.ts'
import type { Budget, Scheme } from './digest.ts'

/** The inputs that all checks of one request share. */
export type CheckContext = {
  bodies: Bodies
  secrets: SecretCandidate[]
  givenSecret: string | undefined
  receivedAt: Date
  isNow: boolean
  budget: Budget
}

/** A signature to check: `prefix` is signed before the body, undefined if the headers do not contain it. */
export type CheckedSignature = {
  scheme: Scheme
  parsed: ParsedSignature
  prefix: string | undefined
  problems?: HeaderProblem[]
}

/** Lists everything wrong with one signature, the most severe first. */
export function checkSignature(
  signature: CheckedSignature,
  context: CheckContext,
): Verification['checks'][number] {
  const { scheme, parsed, prefix } = signature
  const problems = [...parsed.problems, ...(signature.problems ?? [])]
  const findings: Finding[] = problems.map(headerFinding)
  if (prefix !== undefined && parsed.digests.length > 0) {
    const match = findMatch(
      { scheme, prefix, digests: parsed.digests },
      context.bodies,
      context.secrets,
      context.budget,
    )
    findings.push(...judgeMatch(scheme, match, context))
  }
  const { timestamp } = parsed
  const isRead = timestamp !== undefined && /^\d{1,15}$/.test(timestamp)
  const skew = isRead ? skewFinding(timestamp, context.receivedAt, context.isNow) : undefined
  if (skew) findings.push(skew)
  const order = (each: Finding) => FINDINGS.indexOf(each.code)
  const sorted = findings
    .toSorted((a, b) => order(a) - order(b))
    .map(({ code, problem, message, ...more }) => ({ code, problem, message, ...more }))
  return { scheme, verdict: sorted[0]?.code ?? 'valid', findings: sorted }
}

function judgeMatch(scheme: Scheme, match: Match | undefined, context: CheckContext): Finding[] {
  const { bodies, secrets, givenSecret: given, receivedAt } = context
  const wrong = secretFinding(scheme, match, { secrets, given, receivedAt })
  const secret = given
  if (match) {
    const changed =
      match.source !== 'given' &&
      bodyFinding(match.body, bodies.given, {
        secret,
        isFromLog: match.source === 'log',
      })
    return [...(wrong ? [wrong] : []), ...(changed ? [changed] : [])]
  }
  const { sent } = bodies
  // The log knows the body, so the secret must be wrong; and the body too, if it differs.
  if (sent && wrong) {
    if (sent.equals(bodies.given)) return [wrong]
    return [wrong, bodyFinding(sent, bodies.given, { secret, isFromLog: true })]
  }
  return [
    {
      ...NOTHING,
      code: 'no_match',
      message:
        context.budget.bytes < 0
          ? 'The signature does not match the body, and the body is too large to find out how it was changed.'
          : 'The signature does not match the body with any of the secrets, nor with any common change to the body.',
      advice: `Either the delivery was signed with a different secret, or the body was changed beyond recognition. ${wrong?.advice ?? ''} Check the raw bytes, and include X-Service-Delivery or a body with its event id, so that the body can be compared with the one that was sent.`,
    },
  ]
}
