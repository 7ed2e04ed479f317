import type { Scope } from '#db/context.ts'
import { announceToWebApps } from '#events/announce-to-web-apps.ts'
import type { Presence } from './schema.ts'

/** Sends a member's current activity to every stream of the workspace, on any server. Nothing is stored. */
export async function announcePresence(
  scope: Scope,
  input: Omit<Presence, 'membership_id'>,
): Promise<void> {
  const presence: Presence = { membership_id: scope.actor.id!, ...input }
  await announceToWebApps(scope, JSON.stringify(presence))
}
