import { sql } from 'kysely'
import type { Context } from '#context.ts'

/** The slug of the demo's workspace. */
export const DEMO_SLUG = 'demo'

/** Whether a database is the demo's: it has no workspace yet, or the demo's own. */
export async function isDemoDatabase(context: Pick<Context, 'db'>): Promise<boolean> {
  const { rows } = await sql<{ answer: boolean }>`
    select not exists (select from workspaces)
      or exists (select from workspaces where slug = ${DEMO_SLUG}) as answer`.execute(context.db)
  return rows[0]!.answer
}
