import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Returns the condition that the workspace of a row of `source` is not absent from this server: it may be worked on. It is
 * written out because PostgreSQL would plan the function `is_here` for every claim.
 */
export function isHere(source: 'lanes' | 'given'): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from absent_workspaces as absent where absent.workspace_id = ${sql.raw(source)}.workspace_id)`
}
