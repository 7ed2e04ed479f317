import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { firstOf } from '#lib/first-of.ts'

/** The slug of the demo workspace. */
export const DEMO_SLUG = 'demo'

/** Returns whether a database has the demo workspace, and whether it has no workspace at all. */
export async function findDemo(
  context: Pick<Context, 'directory'>,
): Promise<{ isThere: boolean; isEmpty: boolean }> {
  const { rows } = await sql<{ isThere: boolean; isEmpty: boolean }>`
    select exists (select from workspaces where slug = ${DEMO_SLUG}) as "isThere",
      not exists (select from workspaces) as "isEmpty"`.execute(context.directory)
  return firstOf(rows)
}
