import type { Scope } from '#db/context.ts'
import { invalidField } from '#lib/errors.ts'
import { itemAt } from '#lib/item-at.ts'
import { readTime } from '#lib/read-time.ts'
import type { HeaderProblem } from '#shared/signature-findings.ts'
import { checkSignature } from './check-signature.ts'
import type { CheckContext, CheckedSignature } from './check-signature.ts'
import { findSentBody } from './find-sent-body.ts'
import { parseServiceSignature, parseStandardSignature } from './parse-service-signature.ts'
import { readHeaders } from './read-headers.ts'
import type { SignatureHeaders } from './read-headers.ts'
import { readSecrets } from './read-secrets.ts'
import { FINDINGS } from './schema.ts'
import type { Verification, VerifyInput } from './schema.ts'
import { DIGEST_BYTES_MAX } from './digest.ts'

/**
 * Explains what is wrong with the signature of a delivery as a receiver got it, in each scheme that it carries.
 * Returns verdicts only, no secret and no signature, and stores nothing.
 *
 * @throws {AppError} validation_failed, endpoint_not_found
 */
export async function verifySignature(scope: Scope, input: VerifyInput): Promise<Verification> {
  const given = readBody(input)
  if ((input.secret === undefined) === (input.endpoint_id === undefined))
    throw invalidField('secret', 'or endpoint_id is required, but not both')
  const isNow = input.received_at === undefined
  const receivedAt =
    input.received_at === undefined ? scope.clock.now() : readTime(input.received_at, 'received_at')
  const headers = readHeaders(input)
  const text = given.toString()
  const secrets = await readSecrets(
    scope,
    {
      ...(input.secret !== undefined && { secret: input.secret }),
      ...(input.endpoint_id !== undefined && { endpoint_id: input.endpoint_id }),
    },
    receivedAt,
  )
  const sent = await findSentBody(scope, {
    given,
    deliveryId: headers.deliveryId,
    eventIds: [headers.id, ...listIds(text)],
  })
  const context: Omit<CheckContext, 'budget'> = {
    bodies: { given, text, sent: sent?.bytes },
    secrets,
    givenSecret: input.secret,
    receivedAt,
    isNow,
  }
  const checks = readSignatures(headers).map((each) =>
    checkSignature(each, { ...context, budget: { bytes: DIGEST_BYTES_MAX } }),
  )
  return { ...summarize(checks), event_in_log: sent !== undefined, checks }
}

function readBody(input: VerifyInput): Buffer {
  const { body, body_base64: base64 } = input
  if (body !== undefined && base64 === undefined) return Buffer.from(body)
  if (base64 === undefined || body !== undefined)
    throw invalidField('body', 'or body_base64 is required, but not both')
  if (!/^[\w+/-]*={0,2}$/.test(base64)) throw invalidField('body_base64', 'must be valid base64')
  return Buffer.from(base64, 'base64')
}

/**
 * Finds the ids in a body, wherever they are: the receiver may have moved or escaped keys. One of them is the id of the
 * event.
 */
function listIds(text: string): string[] {
  // Not parsed, because a body may be large, nested or broken.
  const ids = text
    .slice(0, CHARACTERS_SEARCHED)
    .matchAll(/"id\\?"\s*:\s*\\?"([0-9a-fA-F-]{36})\\?"/g)
  return [...ids.take(IDS_MAX)].map((match) => itemAt(match, 1))
}

const CHARACTERS_SEARCHED = 65_536
const IDS_MAX = 20

/** Returns the signatures in the headers; without any, an empty `X-Service-Signature`. */
function readSignatures(headers: SignatureHeaders): CheckedSignature[] {
  const { service, standard, id, timestamp } = headers
  const signatures: CheckedSignature[] = []
  if (service !== undefined || standard === undefined) {
    const parsed = parseServiceSignature(service ?? '')
    const isMissing = !service?.trim()
    signatures.push({
      scheme: 'X-Service-Signature',
      parsed: isMissing ? { ...parsed, problems: ['missing'] } : parsed,
      prefix: parsed.timestamp && `${parsed.timestamp}.`,
    })
  }
  if (standard !== undefined) {
    const parsed = parseStandardSignature(standard, timestamp)
    const problems: HeaderProblem[] = id ? [] : ['missing_id']
    signatures.push({
      scheme: 'webhook-signature',
      parsed,
      problems: parsed.problems.includes('other_scheme') ? [] : problems,
      prefix: id && parsed.timestamp && `${id}.${parsed.timestamp}.`,
    })
  }
  return signatures
}

function summarize(checks: Verification['checks']): Pick<Verification, 'verdict' | 'message'> {
  const all = checks.flatMap((check) => check.findings)
  const code = FINDINGS.find((each) => all.some((finding) => finding.code === each))
  if (!code) return { verdict: 'valid', message: 'The signature is correct.' }
  const messages = new Set(all.map((finding) => finding.message))
  return { verdict: code, message: [...messages].join(' ') }
}
