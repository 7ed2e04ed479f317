import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { firstOf } from '#lib/first-of.ts'

/** The slug of the demo workspace. */
export const DEMO_SLUG = 'demo'

/**
 * Returns whether a database can be used by the demo: it has no workspace, or already contains the demo
 * workspace.
 */
export async function isDemoDatabase({ directory }: Pick<Context, 'directory'>): Promise<boolean> {
  const { rows } = await sql<{ answer: boolean }>`
    select not exists (select from workspaces)
      or exists (select from workspaces where slug = ${DEMO_SLUG}) as answer`.execute(directory)
  return firstOf(rows).answer
}
