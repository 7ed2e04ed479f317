import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'

/**
 * The database channel of signals to open web apps: a workspace's id, a space, and the signal. A signal is a presence as
 * JSON, `typing` and whether a customer types as JSON, `tags`, `drafts`, `own-drafts` with a membership and the draft as
 * JSON, `notifications`, or the memberships, separated by commas, whose notifications changed.
 */
export const WEB_APPS_CHANNEL = 'presence'

/** The signal that a tag of the workspace was changed or deleted. */
export const TAGS_CHANGED = 'tags'

/** The signal that a draft of a reply was created, sent or discarded. */
export const DRAFTS_CHANGED = 'drafts'

/** The beginning of the signal that a member has saved or sent a draft of their own. */
export const OWN_DRAFTS_CHANGED = 'own-drafts '

/** The signal that the notifications of any member may have changed. */
export const NOTIFICATIONS_CHANGED = 'notifications'

/** The beginning of the signal that a customer types, or no longer does. */
export const CUSTOMER_TYPING = 'typing '

/**
 * Sends a signal to every open web app of the workspace, on any server; in a transaction, when it commits. Nothing is
 * stored, so an app whose stream is interrupted misses it. `signal`: at most 7,900 bytes, a limit of PostgreSQL.
 */
export async function announceToWebApps(
  { db, workspaceId }: Pick<Scope, 'db' | 'workspaceId'>,
  signal: string,
): Promise<void> {
  await sql`select pg_notify(${WEB_APPS_CHANNEL}, ${`${workspaceId} ${signal}`})`.execute(db)
}

/** Announces to the open web apps of the scope's member that this version of a draft was saved, or deleted. */
export async function announceOwnDraft(
  scope: Scope,
  draft: { version: string; is_deleted: boolean },
): Promise<void> {
  await announceToWebApps(scope, `${OWN_DRAFTS_CHANGED}${scope.actor.id} ${JSON.stringify(draft)}`)
}
