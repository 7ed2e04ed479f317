import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { pageOf } from '#lib/pagination.ts'
import { IdParams } from '#lib/schemas.ts'
import { getRequest } from './get-request.ts'
import { listRequests } from './list-requests.ts'
import { ApiRequest, ApiRequestDetail, ListRequestsQuery } from './schema.ts'

const config = { permission: { session: 'admin' } } as const
const tags = ['Request log']

/** Adds the routes of the request log. */
export function addRequestLogRoutes(app: App): void {
  app.get(
    '/api/developer/request-log',
    {
      config,
      schema: {
        operationId: 'listApiRequests',
        summary: 'List requests of API keys',
        description:
          'Newest first. A request is listed about a second after its response and kept for 7 days. It is a log, not a record: requests can be missing after a crash, and of more than 100 successful requests per second.',
        tags,
        querystring: ListRequestsQuery,
        response: { 200: pageOf(ApiRequest) },
      },
    },
    async (request) => listRequests(scopeOf(request), request.query),
  )
  app.get(
    '/api/developer/request-log/:id',
    {
      config,
      schema: {
        operationId: 'getApiRequest',
        summary: 'Get a request of an API key',
        description:
          'Includes the query and the bodies if the workspace recorded them (`record_request_bodies`).',
        tags,
        params: IdParams,
        errors: ['request_not_found'],
        response: { 200: ApiRequestDetail },
      },
    },
    async (request) => getRequest(scopeOf(request), request.params.id),
  )
}
