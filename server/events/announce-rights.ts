import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import type { Db } from '#db/pool.ts'

/** The database channel of changes of rights: the workspace and a word. */
export const RIGHTS_CHANNEL = 'rights'

/**
 * Announces that a role, a team or the teams of a key were changed, so that open streams check their callers at once; in a transaction, when
 * it commits. `db` is that of the change: the directory's for roles and keys, the tenant's for teams.
 */
export async function announceRights(
  db: Db,
  { workspaceId }: Pick<Scope, 'workspaceId'>,
): Promise<void> {
  await sql`select pg_notify(${RIGHTS_CHANNEL}, ${`${workspaceId} changed`})`.execute(db)
}
