import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { ApiRequests } from '#db/tables/api-requests.ts'
import { pageQuery } from '#lib/page.ts'
import {
  closedObject,
  describedTime,
  filledText,
  Id,
  limitedText,
  nullable,
  pickFields,
  timeText,
  titled,
} from '#lib/schemas.ts'
import { KEY_MODES } from '#shared/api-keys.ts'
import type { KeyMode } from '#shared/api-keys.ts'
import { ERROR_CODES } from '#shared/errors.ts'
import { LOGGED_METHODS, STATUS_CLASSES } from '#shared/request-log.ts'
import type { Bodies } from './logged-request.ts'

const fields = {
  id: Id,
  key: titled(
    'RequestKey',
    {
      id: Id,
      mode: nullable(
        Type.Enum([...KEY_MODES], { description: 'The mode of the key; null if it is unknown.' }),
      ),
      name: nullable(Type.String({ description: 'The name of the key; null if it is unknown.' })),
      last_four: nullable(Type.String({ description: 'The last four characters of the key.' })),
    },
    'The API key that sent the request.',
  ),
  method: Type.String({ description: 'The HTTP method.' }),
  route: nullable(
    Type.String({
      description: 'The path with names of parameters; null if the path does not exist.',
      examples: ['/api/v1/tickets/:id'],
    }),
  ),
  path: Type.String({
    description:
      'The path without the query, at most 300 characters. A part that looks like an address or a phone number is `…`.',
  }),
  status: Type.Integer({ description: 'The HTTP status of the response.' }),
  duration_ms: Type.Integer({
    description: 'The time from the start of the request to the end of the response.',
  }),
  code: nullable(
    Type.Enum([...ERROR_CODES], { description: 'The error code; null if the request succeeded.' }),
  ),
  errors: Type.Array(Type.Object({ field: Type.String(), code: Type.String() }), {
    description: 'The invalid fields of the request, without their values.',
  }),
  request_id: Type.String({ description: 'The `X-Request-Id` of the response.' }),
  has_bodies: Type.Boolean({ description: 'Whether the query and the bodies were recorded.' }),
  created_at: describedTime('When the response ended.'),
}

/** A request of an API key in the log. */
export const ApiRequest = titled('ApiRequest', fields)

/** A request of an API key in the log. */
export type ApiRequest = Static<typeof ApiRequest>

const recorded = (what: string) =>
  nullable(
    Type.String({
      description: `${what}, at most 4,000 characters, without values of secrets; null if it was not recorded.`,
    }),
  )

/** A request with its bodies, if the workspace recorded them. */
export const ApiRequestDetail = titled('ApiRequestDetail', {
  ...fields,
  query: recorded('The query'),
  request_body: recorded('The body of the request as JSON'),
  response_body: recorded('The body of the response as JSON'),
})

/** A request with its bodies, if the workspace recorded them. */
export type ApiRequestDetail = Static<typeof ApiRequestDetail>

/** The query of GET /api/developer/request-log. */
export const ListRequestsQuery = closedObject({
  ...pageQuery,
  key_id: Type.Optional(Id),
  status: Type.Optional(
    limitedText(100, `One or more of ${STATUS_CLASSES.join(', ')}, separated by commas.`),
  ),
  code: Type.Optional(Type.Enum([...ERROR_CODES], { description: 'The error code.' })),
  method: Type.Optional(
    limitedText(100, `One or more of ${LOGGED_METHODS.join(', ')}, separated by commas.`),
  ),
  path: Type.Optional(
    filledText(300, 'The start of the path or of the route, such as `/api/v1/tickets`.'),
  ),
  request_id: Type.Optional(filledText(128, 'The `X-Request-Id`.')),
  since: Type.Optional(timeText('Ended at or after this time.')),
  until: Type.Optional(timeText('Ended before this time.')),
})

/** The query of GET /api/developer/request-log. */
export type ListRequestsQuery = Static<typeof ListRequestsQuery>

/** A row as the API reads it. */
export type RequestRow = Omit<Selectable<ApiRequests>, 'bodies'> & { has_bodies: boolean }

/** The names of API keys by id. */
export type KeyNames = ReadonlyMap<string, { name: string; last_four: string; mode: KeyMode }>

/** Converts a row to the API's request. */
export function toApiRequest(row: RequestRow, keys: KeyNames): ApiRequest {
  const key = keys.get(row.key_id)
  return pickFields(ApiRequest, {
    ...row,
    key: {
      id: row.key_id,
      mode: key?.mode ?? null,
      name: key?.name ?? null,
      last_four: key?.last_four ?? null,
    },
    code: ERROR_CODES.find((code) => code === row.code) ?? null,
  })
}

/** Converts a row and its bodies to the API's request. */
export function toApiRequestDetail(
  row: RequestRow,
  keys: KeyNames,
  bodies: Bodies | null,
): ApiRequestDetail {
  return {
    ...toApiRequest(row, keys),
    query: bodies?.query ?? null,
    request_body: bodies?.request ?? null,
    response_body: bodies?.response ?? null,
  }
}
