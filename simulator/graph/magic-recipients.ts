/** What the last four digits of a recipient make happen; `failed` comes later, by webhook. */
export type MagicOutcome =
  | { kind: 'failed'; code: number }
  | { kind: 'refused'; code: number }
  | { kind: 'flaky'; code: number; refusals: number }

const BY_LAST_FOUR: Record<string, MagicOutcome> = {
  '1026': { kind: 'failed', code: 131026 },
  '1047': { kind: 'failed', code: 131047 },
  '0429': { kind: 'refused', code: 130429 },
  '1056': { kind: 'refused', code: 131056 },
  '1000': { kind: 'flaky', code: 131000, refusals: 2 },
}

/** Gives the outcome a recipient's digits ask for, or undefined for an ordinary number. */
export function magicOutcome(waId: string | null): MagicOutcome | undefined {
  return BY_LAST_FOUR[waId?.slice(-4) ?? '']
}
