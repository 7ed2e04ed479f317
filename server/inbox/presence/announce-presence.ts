import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import type { Presence } from './schema.ts'

/**
 * The database channel of signals to open web apps: a workspace's id, a space, and the signal. A signal is a presence as
 * JSON, `tags`, or the memberships, separated by commas, whose notifications changed.
 */
export const PRESENCE_CHANNEL = 'presence'

/** Sends a member's current activity to every stream of the workspace, on any server. Nothing is stored. */
export async function announcePresence(
  scope: Scope,
  input: Omit<Presence, 'membership_id'>,
): Promise<void> {
  const presence: Presence = { membership_id: scope.actor.id!, ...input }
  const payload = `${scope.workspaceId} ${JSON.stringify(presence)}`
  await sql`select pg_notify(${PRESENCE_CHANNEL}, ${payload})`.execute(scope.db)
}
