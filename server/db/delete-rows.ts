import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from './context.ts'
import { affectedRows } from './affected-rows.ts'
import { prepared } from './prepared.ts'

type Tenant = Pick<Scope, 'db' | 'workspaceId'>

/** Deletes the rows of the scope's workspace whose column `column` has one of `ids`; returns how many they were. */
export async function deleteRows(
  tenant: Tenant,
  table: string,
  column: string,
  ids: string[],
): Promise<number> {
  return affectedRows(await deletion(tenant, table, column, ids).execute(tenant.db))
}

/** Deletes rows as `deleteRows` does, together with the next statement of the transaction. */
export async function deleteRowsLater(
  tenant: Tenant,
  table: string,
  column: string,
  ids: string[],
): Promise<void> {
  await prepared`${deletion(tenant, table, column, ids)}`.later(tenant.db)
}

function deletion(
  { workspaceId }: Tenant,
  table: string,
  column: string,
  ids: string[],
): RawBuilder<unknown> {
  return sql`
    delete from ${sql.table(table)}
    where workspace_id = ${workspaceId} and ${sql.id(column)} = any (${ids}::uuid[])`
}
