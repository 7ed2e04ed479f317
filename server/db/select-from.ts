import type {
  DeleteQueryBuilder,
  DeleteResult,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely'
import type { Scope } from '#context.ts'
import type { TenantTable } from './tables.ts'
import type { Database } from './types.ts'

type Own = Pick<Scope, 'db' | 'workspaceId'>

/** Starts a statement that reads rows of the scope's workspace. */
export function selectFrom<T extends TenantTable>(
  { db, workspaceId }: Own,
  table: T,
): SelectQueryBuilder<Database, T, unknown> {
  const query = db.selectFrom(nameOf(table)).where('workspace_id', '=', workspaceId)
  return query as unknown as SelectQueryBuilder<Database, T, unknown>
}

/** Starts a statement that changes rows of the scope's workspace. */
export function updateTable<T extends TenantTable>(
  { db, workspaceId }: Own,
  table: T,
): UpdateQueryBuilder<Database, T, T, UpdateResult> {
  const query = db.updateTable(nameOf(table)).where('workspace_id', '=', workspaceId)
  return query as unknown as UpdateQueryBuilder<Database, T, T, UpdateResult>
}

/** Starts a statement that deletes rows of the scope's workspace. */
export function deleteFrom<T extends TenantTable>(
  { db, workspaceId }: Own,
  table: T,
): DeleteQueryBuilder<Database, T, DeleteResult> {
  const query = db.deleteFrom(nameOf(table)).where('workspace_id', '=', workspaceId)
  return query as unknown as DeleteQueryBuilder<Database, T, DeleteResult>
}

/** Every table of a tenant has the column, so the types of one table check the condition for all of them. */
function nameOf(table: TenantTable): 'chats' {
  return table as 'chats'
}
