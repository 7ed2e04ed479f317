import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { PRESENCE_CHANNEL } from './announce-presence.ts'

/** The signal that a tag of the workspace was changed or deleted. */
export const TAGS_CHANGED = 'tags'

/** Makes the open web apps of the workspace read what shows tags again, when the transaction of `tx` commits. */
export async function announceTags(tx: Scope): Promise<void> {
  const payload = `${tx.workspaceId} ${TAGS_CHANGED}`
  await sql`select pg_notify(${PRESENCE_CHANNEL}, ${payload})`.execute(tx.db)
}
