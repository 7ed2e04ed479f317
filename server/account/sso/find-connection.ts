import type { Selectable } from 'kysely'
import type { Scope, WithDirectory } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import type { SsoConnections } from '#db/tables/sso-connections.ts'
import { AppError } from '#lib/errors.ts'

/** A row of `sso_connections`. */
export type Connection = Selectable<SsoConnections>

/** Returns the workspace's connection to an issuer, or undefined. `forUpdate` locks it until the transaction ends. */
export async function findConnection(
  context: Pick<Scope, 'directory' | 'workspaceId'>,
  { forUpdate = false } = {},
): Promise<Connection | undefined> {
  return selectFrom(context, 'sso_connections')
    .selectAll()
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst()
}

/** Returns the workspace's connection to an issuer. @throws {AppError} sso_not_found */
export async function getConnection(
  context: Pick<Scope, 'directory' | 'workspaceId'>,
): Promise<Connection> {
  const connection = await findConnection(context)
  if (!connection) throw noConnection()
  return connection
}

/**
 * Returns the connection of a started sign-in. `forShare` locks it until the transaction ends: a change of the issuer waits,
 * and then ends the session that the transaction creates.
 *
 * @throws {AppError} sso_attempt_not_found (it was removed or replaced since the sign-in was started)
 */
export async function getAttemptConnection(
  context: Pick<Scope, 'directory' | 'workspaceId'>,
  id: string,
  { forShare = false } = {},
): Promise<Connection> {
  const connection = await selectFrom(context, 'sso_connections')
    .selectAll()
    .where('id', '=', id)
    .$if(forShare, (query) => query.forShare())
    .executeTakeFirst()
  if (!connection) throw attemptOver()
  return connection
}

/** Creates the error for a sign-in that is not waiting any more. */
export function attemptOver(): AppError {
  return new AppError('sso_attempt_not_found', 'The sign-in has expired or was already used.')
}

/** Returns the connection of the workspace with this slug. @throws {AppError} sso_not_found */
export async function getConnectionBySlug(
  context: WithDirectory,
  slug: string,
): Promise<Connection> {
  const connection = await context.directory
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
