import { ERROR_TABLE } from './error-table.ts'
import type { ErrorManner } from './error-table.ts'

/** The outcome that a recipient's digits request; `failed` arrives later, by webhook. */
interface MagicOutcome {
  manner: ErrorManner
  code: number
}

const BY_LAST_FOUR: Record<string, MagicOutcome> = {
  '1026': { manner: 'failed', code: 131026 },
  '1047': { manner: 'failed', code: 131047 },
  '0429': { manner: 'refused', code: 130429 },
  '1056': { manner: 'refused', code: 131056 },
  '1000': { manner: 'flaky', code: 131000 },
}
const MANNERS: (ErrorManner | undefined)[] = [undefined, 'refused', 'failed', 'flaky']

/** The number of refusals of a flaky outcome before it accepts the message. */
export const FLAKY_REFUSALS = 2

/**
 * Returns the outcome that a recipient's digits request, or undefined for an ordinary number. The last four digits
 * cover five errors; `999`, a digit for the manner and the six digits of a code at the end cover all.
 */
export function magicOutcome(waId: string | null): MagicOutcome | undefined {
  const [, manner, digits] = /999([0-3])(\d{6})$/.exec(waId ?? '') ?? []
  const known = ERROR_TABLE.get(Number(digits))
  if (known) {
    return { manner: MANNERS[Number(manner)] ?? known.manner, code: Number(digits) }
  }
  return BY_LAST_FOUR[waId?.slice(-4) ?? '']
}
