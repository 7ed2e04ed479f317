/**
 * Why a job ended early, if nobody canceled it: the member who started it has left or has no longer the role for it, or the
 * key was revoked or has expired.
 */
export const CANCEL_REASONS = ['member_removed', 'role_changed', 'key_revoked'] as const

/** Why a job ended early, if nobody canceled it. */
export type CancelReason = (typeof CANCEL_REASONS)[number]
