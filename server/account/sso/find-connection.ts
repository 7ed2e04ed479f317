import type { Selectable } from 'kysely'
import type { Context, Scope } from '#context.ts'
import type { SsoConnections } from '#db/tables/sso.ts'
import { AppError } from '#lib/errors.ts'

/** A row of `sso_connections`. */
export type Connection = Selectable<SsoConnections>

/** Returns the workspace's connection to an issuer, or undefined. */
export async function findConnection(
  context: Pick<Scope, 'db' | 'workspaceId'>,
): Promise<Connection | undefined> {
  return context.db
    .selectFrom('sso_connections')
    .selectAll()
    .where('workspace_id', '=', context.workspaceId)
    .executeTakeFirst()
}

/** Returns the workspace's connection to an issuer. @throws {AppError} sso_not_found */
export async function getConnection(
  context: Pick<Scope, 'db' | 'workspaceId'>,
): Promise<Connection> {
  const connection = await findConnection(context)
  if (!connection) throw noConnection()
  return connection
}

/** Returns the connection of the workspace with this slug. @throws {AppError} sso_not_found */
export async function getConnectionBySlug(
  context: Pick<Context, 'db'>,
  slug: string,
): Promise<Connection> {
  const connection = await context.db
    .selectFrom('sso_connections')
    .innerJoin('workspaces', 'workspaces.id', 'sso_connections.workspace_id')
    .selectAll('sso_connections')
    .where('workspaces.slug', '=', slug)
    .executeTakeFirst()
  if (!connection) throw noConnection()
  return connection
}

function noConnection(): AppError {
  return new AppError('sso_not_found', 'The workspace has no single sign-on.')
}
