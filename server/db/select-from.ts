import type {
  DeleteQueryBuilder,
  DeleteResult,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely'
import type { Scope } from './context.ts'
import { databaseOf } from './database-of.ts'
import type { Db } from './pool.ts'
import type { TABLES } from './tables.ts'
import type { Database } from './database.ts'

/** A table whose rows belong to one workspace each. */
type OwnTable = {
  [T in keyof Database]: Database[T] extends { workspace_id: string } ? T : never
}[keyof Database]

/** A scope with the database of the table. */
type Own<T extends OwnTable> = Pick<Scope, 'workspaceId'> &
  Pick<Scope, (typeof TABLES)[T] extends { home: 'directory' } ? 'directory' : 'db'>

/** Starts a statement that reads rows of the scope's workspace. */
export function selectFrom<T extends OwnTable>(
  scope: Own<T>,
  table: T,
): SelectQueryBuilder<Database, T, unknown> {
  const query = databaseFor(scope, table)
    .selectFrom(nameOf(table))
    .where('workspace_id', '=', scope.workspaceId)
  return query as unknown as SelectQueryBuilder<Database, T, unknown>
}

/** Starts a statement that changes rows of the scope's workspace. */
export function updateTable<T extends OwnTable>(
  scope: Own<T>,
  table: T,
): UpdateQueryBuilder<Database, T, T, UpdateResult> {
  const query = databaseFor(scope, table)
    .updateTable(nameOf(table))
    .where('workspace_id', '=', scope.workspaceId)
  return query as unknown as UpdateQueryBuilder<Database, T, T, UpdateResult>
}

/** Starts a statement that deletes rows of the scope's workspace. */
export function deleteFrom<T extends OwnTable>(
  scope: Own<T>,
  table: T,
): DeleteQueryBuilder<Database, T, DeleteResult> {
  const query = databaseFor(scope, table)
    .deleteFrom(nameOf(table))
    .where('workspace_id', '=', scope.workspaceId)
  return query as unknown as DeleteQueryBuilder<Database, T, DeleteResult>
}

function databaseFor<T extends OwnTable>(scope: Own<T>, table: T): Db {
  return databaseOf(scope as unknown as Pick<Scope, 'db' | 'directory'>, table)
}

/** Each of these tables has the column, so the types of one table check the condition for all of them. */
function nameOf(table: OwnTable): 'chats' {
  return table as 'chats'
}
