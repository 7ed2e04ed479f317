import type { FailedOutcome, SendError } from './send-outcome.ts'

/** Account that somebody claims, and the token that must prove it. `businessAccount`: null when none is claimed. */
export type ClaimedAccount = {
  account: string
  businessAccount: string | null
  accessToken: string
}

/** Field of a claim that the platform did not confirm. */
type ClaimField = 'account' | 'business_account' | 'access_token'

/**
 * The platform's answer to a claim. `unproven`: the platform denies it, `field` is the one to correct. `unknown`: the
 * platform gave no answer.
 */
export type Ownership =
  | { kind: 'proven' }
  | { kind: 'unproven'; field: ClaimField; error: SendError }
  | { kind: 'unknown'; error: SendError }

/** Longest time for one request that proves a claim: somebody waits for the answer. */
export const PROOF_TIMEOUT_MS = 4000

/** Returns the answer of a platform that denies the claim of `field`. */
export function unproven(field: ClaimField, code: string, message: string): Ownership {
  return { kind: 'unproven', field, error: { code, message } }
}

/**
 * Returns what a failed request says about a claim. A refused token or a missing permission is about the token,
 * another refusal about `field`; every other failure is no answer.
 */
export function readClaimFailure({ kind, error }: FailedOutcome, field: ClaimField): Ownership {
  if (kind === 'stop') return { kind: 'unproven', field: 'access_token', error }
  if (kind === 'rejected') return { kind: 'unproven', field, error }
  return { kind: 'unknown', error }
}
