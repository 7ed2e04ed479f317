import { HEADER_PROBLEMS, TIMESTAMP_IN_MILLISECONDS } from '#shared/signature-findings.ts'
import type { HeaderProblem } from '#shared/signature-findings.ts'
import type { Finding } from './schema.ts'

/** Maximum difference between a timestamp and the time of receipt. Source: npm stripe and Standard Webhooks, 300 s. */
const TOLERANCE_SECONDS = 300

/** Optional fields, omitted when they do not apply. */
export const NOTHING = { problem: null, skew_seconds: null, endpoint: null, difference: null }

/** Returns the finding for a problem of a header. */
export function headerFinding(problem: HeaderProblem): Finding {
  return { ...NOTHING, code: 'malformed_header', problem, ...HEADER_PROBLEMS[problem] }
}

/** Returns the finding for a timestamp that verifiers refuse; undefined if they accept it. */
export function skewFinding(
  timestamp: string,
  receivedAt: Date,
  isNow: boolean,
): Finding | undefined {
  const stated = Number(timestamp)
  const isMilliseconds = stated > 100_000_000_000
  const seconds = isMilliseconds ? stated / 1000 : stated
  const skew = Math.round(receivedAt.getTime() / 1000 - seconds)
  const base = { ...NOTHING, code: 'timestamp_skew' as const, skew_seconds: skew }
  if (isMilliseconds)
    return {
      ...base,
      problem: 'milliseconds',
      message: `${TIMESTAMP_IN_MILLISECONDS.message} Converted to seconds, it is ${describe(skew)} the receipt.`,
      advice: TIMESTAMP_IN_MILLISECONDS.advice,
    }
  if (Math.abs(skew) <= TOLERANCE_SECONDS) return undefined
  const given = isNow
    ? ' It was compared with the current time. For an earlier delivery, send received_at.'
    : ''
  if (skew > 0)
    return {
      ...base,
      problem: 'too_old',
      message: `The timestamp is ${describe(skew)} the receipt. Receivers accept a difference of up to ${TOLERANCE_SECONDS} s.${given}`,
      advice:
        "Compare the receiver's clock with a time server. If the clock is correct, the request was delayed or replayed: verify it when it arrives, before any queue.",
    }
  return {
    ...base,
    problem: 'in_future',
    message: `The timestamp is ${describe(skew)} the receipt. Receivers accept a difference of up to ${TOLERANCE_SECONDS} s.${given}`,
    advice: "Compare the receiver's clock with a time server: it is slow.",
  }
}

function describe(skew: number): string {
  return skew >= 0 ? `${skew} s before` : `${-skew} s after`
}
