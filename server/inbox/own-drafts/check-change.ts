import { findCancelReason } from '#account/keys/find-cancel-reason.ts'
import type { Scope } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'

/**
 * Refuses what also changes the conversation, of a member whose role may not do that. `what` names the change in the error.
 *
 * @throws {AppError} insufficient_scope
 */
export async function checkChange(scope: Scope, what: 'closing' | 'handing over'): Promise<void> {
  if ((await findCancelReason(scope, scope.actor, 'chats:write')) !== null)
    throw new AppError(
      'insufficient_scope',
      `Your role does not have the scope chats:write, which ${what} a conversation needs.`,
    )
}
