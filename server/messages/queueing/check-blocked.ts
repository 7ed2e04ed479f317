import { AppError } from '#lib/errors.ts'
import type { ResolvedTarget } from './resolve-targets.ts'

/** Refuses a send to a blocked contact. @throws {AppError} contact_blocked */
export function checkBlocked(target: Pick<ResolvedTarget, 'isBlocked'>): void {
  if (target.isBlocked)
    throw new AppError(
      'contact_blocked',
      'The contact is blocked. Unblock it (POST /api/v1/contacts/{id}/unblock) to send messages to it.',
    )
}
