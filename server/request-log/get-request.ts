import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { findKeyNames } from './find-key-names.ts'
import { REQUEST_COLUMNS } from './list-requests.ts'
import { toApiRequestDetail } from './schema.ts'
import type { ApiRequestDetail, RequestRow } from './schema.ts'
import { openBodies } from './seal-bodies.ts'

/** Returns a request of the log with its bodies, if they were recorded. @throws {AppError} request_not_found */
export async function getRequest(scope: Scope, id: string): Promise<ApiRequestDetail> {
  const row = isUuid(id) ? await findRequest(scope, id) : undefined
  if (!row)
    throw new AppError('request_not_found', `There is no request ${id} in this workspace's log.`)
  const keys = await findKeyNames(scope, [row.key_id])
  const { bodies } = row
  return toApiRequestDetail(row, keys, bodies && openBodies(scope, { ...row, bodies }))
}

async function findRequest(
  scope: Scope,
  id: string,
): Promise<(RequestRow & { bodies: Buffer | null }) | undefined> {
  const { rows } = await sql<RequestRow & { bodies: Buffer | null }>`
    select ${REQUEST_COLUMNS}, bodies from api_requests
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(scope.db)
  return rows[0]
}
