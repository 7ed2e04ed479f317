import type { Scope } from '#db/context.ts'
import { findById } from '#db/find-by-id.ts'
import { announceToWebApps } from '#events/announce-to-web-apps.ts'
import type { Presence } from './schema.ts'

/**
 * Sends a member's current activity to every stream of the workspace, on any server. Nothing is stored, and nothing is sent of a
 * conversation that the member does not see.
 */
export async function announcePresence(
  scope: Scope,
  input: Omit<Presence, 'membership_id'>,
): Promise<void> {
  if (scope.viewer && !(await findById(scope, 'chats', input.conversation_id))) return
  const presence: Presence = { membership_id: scope.actor.id!, ...input }
  await announceToWebApps(scope, JSON.stringify(presence))
}
