import { findCancelReason } from '#account/keys/find-cancel-reason.ts'
import type { Scope } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'

/** Refuses a reply that closes its conversation of a member whose role may not close it. @throws {AppError} insufficient_scope */
export async function checkClosing(
  scope: Scope,
  { closes = false }: { closes?: boolean },
): Promise<void> {
  if (closes && (await findCancelReason(scope, scope.actor, 'chats:write')) !== null)
    throw new AppError(
      'insufficient_scope',
      'Your role does not have the scope chats:write, which closing a conversation needs.',
    )
}
