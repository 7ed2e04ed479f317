import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { createdIn, scanAfter, scanNewest, scanRange } from '#db/scan-newest.ts'
import { readTimes } from '#lib/lists/list-filters.ts'
import type { Page } from '#lib/page.ts'
import { readChoices } from '#lib/lists/read-choices.ts'
import { LOGGED_METHODS, STATUS_CLASSES } from '#shared/request-log.ts'
import { findKeyNames } from './find-key-names.ts'
import { toApiRequest } from './schema.ts'
import type { ApiRequest, ListRequestsQuery, RequestRow } from './schema.ts'

/** The columns of the log without the bodies. */
export const REQUEST_COLUMNS = sql`workspace_id, id, key_id, method, route, path, status, duration_ms, code, errors,
  request_id, created_at, bodies is not null as has_bodies`

/** Lists the requests of the workspace's API keys, newest first by id. @throws {AppError} invalid_cursor, validation_failed */
export async function listRequests(
  scope: Scope,
  input: ListRequestsQuery,
): Promise<Page<ApiRequest>> {
  const statuses = readChoices(input.status, 'status', STATUS_CLASSES)
  const methods = readChoices(input.method, 'method', LOGGED_METHODS)
  const { createdAfter: since, createdBefore: until } = readTimes(input)
  const times = { since, until }
  const classes = statuses?.map((each) => Number(each[0]))
  const isFailed = input.code !== undefined || classes?.every((each) => each >= 4)
  const source = sql`select ${REQUEST_COLUMNS} from api_requests
    where workspace_id = ${scope.workspaceId}
    ${input.key_id === undefined ? sql`` : sql`and key_id = ${input.key_id}::uuid`}
    ${isFailed ? sql`and status >= 400` : sql``}
    ${scanRange(scanAfter(input), times)}`
  const where = sql`true
    ${classes ? sql`and status / 100 = any (${classes}::integer[])` : sql``}
    ${methods ? sql`and method = any (${methods}::text[])` : sql``}
    ${input.code === undefined ? sql`` : sql`and code = ${input.code}`}
    ${
      input.path === undefined
        ? sql``
        : sql`and (starts_with(path, ${input.path}) or starts_with(route, ${input.path}))`
    }
    ${input.request_id === undefined ? sql`` : sql`and request_id = ${input.request_id}`}
    ${createdIn(times)}`
  const page = await scanNewest<RequestRow, RequestRow>(
    scope.db,
    { sources: [source], where },
    input,
    (row) => row,
  )
  const keyIds = page.data.map((row) => row.key_id)
  const keys = await findKeyNames(scope, keyIds)
  return { ...page, data: page.data.map((row) => toApiRequest(row, keys)) }
}
