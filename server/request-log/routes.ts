import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { pageOf } from '#lib/page.ts'
import { getRequest } from './get-request.ts'
import { listRequests } from './list-requests.ts'
import { ApiRequest, ApiRequestDetail, ListRequestsQuery } from './schema.ts'

/** Adds the routes of the request log. */
export function addRequestLogRoutes(app: App): void {
  const requestLog = resource(app, '/api/developer/request-log', {
    tag: 'Request log',
    read: { session: 'admin' },
  })

  requestLog.get('', {
    operationId: 'listApiRequests',
    summary: 'List requests of API keys',
    description:
      'Newest first. A request is listed about a second after its response and kept for 7 days. It is a log, not a record: requests can be missing after a crash, and of more than 100 successful requests per second.',
    query: ListRequestsQuery,
    response: { 200: pageOf(ApiRequest) },
    run: (scope, { query }) => listRequests(scope, query),
  })
  requestLog.get('/:id', {
    operationId: 'getApiRequest',
    summary: 'Get a request of an API key',
    description:
      'Includes the query and the bodies if the workspace recorded them (`record_request_bodies`).',
    errors: ['request_not_found'],
    response: { 200: ApiRequestDetail },
    run: (scope, { id }) => getRequest(scope, id),
  })
}
