import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { firstOf } from '#lib/first-of.ts'

/** The slug of the demo workspace. A workspace that is only called demo can have it, too. */
export const DEMO_SLUG = 'demo'

/** The domain of the demo's users, which no real address can have. */
export const DEMO_DOMAIN = '@demo.example'

/** Returns whether a database has the demo workspace, which has users of the demo, and whether it has no workspace at all. */
export async function findDemo(
  context: Pick<Context, 'directory'>,
): Promise<{ isThere: boolean; isEmpty: boolean }> {
  const { rows } = await sql<{ isThere: boolean; isEmpty: boolean }>`
    select exists (
        select from workspaces
        join memberships on memberships.workspace_id = workspaces.id
        join users on users.id = memberships.user_id and right(users.email, ${DEMO_DOMAIN.length}) = ${DEMO_DOMAIN}
        where slug = ${DEMO_SLUG}
      ) as "isThere",
      not exists (select from workspaces) as "isEmpty"`.execute(context.directory)
  return firstOf(rows)
}
