import { HEADER_PROBLEMS } from './parse-signature-headers.ts'
import type { HeaderProblem } from './parse-signature-headers.ts'
import type { Finding } from './schema.ts'

/** How far a timestamp may stand from the time of receipt. Source: npm stripe and Standard Webhooks, 300 s. */
export const TOLERANCE_SECONDS = 300

/** What a finding does not say unless it has it to say. */
export const NOTHING = { problem: null, skew_seconds: null, endpoint: null, difference: null }

/** The finding of a problem of a header. */
export function headerFinding(problem: HeaderProblem): Finding {
  return { ...NOTHING, code: 'malformed_header', problem, ...HEADER_PROBLEMS[problem] }
}

/** The finding of a timestamp that verifiers refuse; undefined where they take it. */
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
      message: `The timestamp is in milliseconds; it is to be in seconds. Read so, it lies ${describe(skew)} the receipt.`,
      advice:
        'Pass on the timestamp as it arrived; where you sign yourself, divide by 1000 and round down.',
    }
  if (Math.abs(skew) <= TOLERANCE_SECONDS) return undefined
  const given = isNow
    ? ' It was compared with now: give received_at for a delivery that came before.'
    : ''
  if (skew > 0)
    return {
      ...base,
      problem: 'too_old',
      message: `The timestamp lies ${describe(skew)} the receipt; verifiers take up to ${TOLERANCE_SECONDS} s.${given}`,
      advice:
        "Compare the receiver's clock with a time server. If the clock is right, the request was kept waiting, or sent again from a record: check it when it arrives, before any queue.",
    }
  return {
    ...base,
    problem: 'in_future',
    message: `The timestamp lies ${describe(skew)} the receipt; verifiers take up to ${TOLERANCE_SECONDS} s.${given}`,
    advice: "Compare the receiver's clock with a time server: it is behind.",
  }
}

function describe(skew: number): string {
  return skew >= 0 ? `${skew} s before` : `${-skew} s after`
}
