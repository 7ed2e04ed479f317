import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, filledText, Id, nullable, timeText, titled } from '#lib/schemas.ts'
import { BODY_CHANGES, HEADER_PROBLEMS } from '#shared/signature-findings.ts'

/** The findings of a check, most severe first; the first one is the verdict. */
export const FINDINGS = [
  'malformed_header',
  'wrong_secret',
  'body_changed',
  'no_match',
  'timestamp_skew',
] as const

/** Why a secret is the wrong one. */
export const SECRET_PROBLEMS = [
  'other_endpoint',
  'previous_expired',
  'previous_of_other_endpoint',
  'copied_badly',
  'wrong_key',
  'unknown',
] as const

const Verdict = Type.Enum(['valid', ...FINDINGS])

const Difference = Type.Object({
  offset: Type.Integer({
    description: 'The offset of the first byte that differs, starting at 0.',
  }),
  signed: Type.String({ description: 'An excerpt of the signed body, starting at the offset.' }),
  received: Type.String({
    description: 'An excerpt of the received body, starting at the offset.',
  }),
  path: nullable(Type.String({ description: 'The path of the first value that differs.' })),
})

const Finding = titled('SignatureFinding', {
  code: Type.Enum([...FINDINGS]),
  problem: nullable(
    Type.String({
      description: `The exact problem. For malformed_header: ${Object.keys(HEADER_PROBLEMS).join(', ')}. For wrong_secret: ${SECRET_PROBLEMS.join(', ')}. For body_changed: ${Object.keys(BODY_CHANGES).join(', ')}. For timestamp_skew: too_old, in_future, milliseconds.`,
    }),
  ),
  message: Type.String(),
  advice: Type.String(),
  skew_seconds: nullable(
    Type.Number({
      description:
        'The seconds from signing to receiving. Negative if it was signed in the future.',
    }),
  ),
  endpoint: nullable(
    Type.Object({ id: Id, url: Type.String() }),
    'The endpoint whose secret it was signed with.',
  ),
  difference: nullable(Difference),
})

/** One problem of a signature, and what to do about it. */
export type Finding = Static<typeof Finding>

/** The findings about a delivery's signature, in each scheme that it carries. */
export const Verification = titled('SignatureVerification', {
  verdict: Verdict,
  message: Type.String(),
  event_in_log: Type.Boolean({
    description: 'Whether the event is in the log, so that its body could be compared.',
  }),
  checks: Type.Array(
    Type.Object({
      scheme: Type.Enum(['X-Service-Signature', 'webhook-signature']),
      verdict: Verdict,
      findings: Type.Array(Finding),
    }),
  ),
})

/** The findings about a delivery's signature. */
export type Verification = Static<typeof Verification>

const headerText = Type.String({ maxLength: 8192 })

/** The body of POST /api/developer/webhooks/verify. */
export const VerifyBody = closedObject({
  body: Type.Optional(
    Type.String({ minLength: 0, description: 'The body exactly as it was received.' }),
  ),
  body_base64: Type.Optional(
    Type.String({
      minLength: 0,
      description: 'The body in base64. Use it for bytes that are not text.',
    }),
  ),
  headers: Type.Optional(
    Type.Union(
      [
        Type.Record(Type.String({ maxLength: 200 }), headerText, { maxProperties: 100 }),
        Type.String({ maxLength: 32_768 }),
      ],
      { description: 'The headers as an object, or as lines of the form `Name: value`.' },
    ),
  ),
  signature: Type.Optional({
    ...headerText,
    description: 'The value of the X-Service-Signature header, instead of `headers`.',
  }),
  secret: Type.Optional(filledText(500, 'The secret to check with.')),
  endpoint_id: Type.Optional({
    ...Id,
    description: 'The endpoint whose secrets to check with, instead of `secret`.',
  }),
  received_at: Type.Optional(timeText('When the delivery was received. Defaults to now.')),
})

/** The body of POST /api/developer/webhooks/verify. */
export type VerifyInput = Static<typeof VerifyBody>
