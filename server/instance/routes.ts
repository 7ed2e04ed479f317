import { resource } from '#http/resource.ts'
import type { FastifyRequest } from 'fastify'
import type { Context } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { sessionOf } from '#http/add-authentication.ts'
import type { Readiness } from '#http/readiness.ts'
import { disableEndpoint } from './disable-endpoint.ts'
import { createInstanceReader } from './create-instance-reader.ts'
import { reprocessFailed } from './reprocess-failed.ts'
import { resendFailed } from './resend-failed.ts'
import {
  DisabledEndpoint,
  EndpointParams,
  Instance,
  Reprocessed,
  ResentDeliveries,
} from './schema.ts'

/**
 * Adds the routes for operators of the instance: its state, and what they may do about failures. The audit log of the workspace shows no
 * operator, so the log has a line with the user of each change.
 */
export function addInstanceRoutes(
  app: App,
  context: Context,
  readiness: Pick<Readiness, 'check'>,
): void {
  const getInstance = createInstanceReader(context, readiness)
  const routes = resource(app, '/api/operator', {
    tag: 'Operator',
    read: { session: 'member', operator: true },
    write: { session: 'member', operator: true },
    notFound: 'workspace_not_found',
  })

  routes.get('/instance', {
    operationId: 'getInstance',
    summary: 'Get the state of the instance',
    description:
      'Returns queues, failures, paused channels, processes, databases and the last backup. Read at most every five seconds.',
    response: { 200: Instance },
    run: () => getInstance(),
  })
  routes.post('/workspaces/:id/reprocess-payloads', {
    operationId: 'reprocessFailedPayloads',
    summary: 'Reprocess the failed payloads of a workspace',
    description:
      'Reprocesses the newest 10,000 failed payloads. Items that were already recorded do not change.',
    response: { 202: Reprocessed },
    run: async (_scope, { id, request }) => {
      const done = await reprocessFailed(context, id)
      logChange(request, 'an operator reprocessed failed payloads', done)
      return done
    },
  })
  routes.post('/workspaces/:id/resend-deliveries', {
    operationId: 'resendFailedDeliveries',
    summary: 'Resend the failed deliveries of a workspace',
    description:
      'Starts a replay of the failed deliveries of each enabled endpoint of the workspace, within the limits of the endpoint. Endpoints that are disabled are left out.',
    response: { 202: ResentDeliveries },
    run: async (_scope, { id, request }) => {
      const done = await resendFailed(context, id)
      logChange(request, 'an operator resent failed deliveries', done)
      return done
    },
  })
  routes.post('/workspaces/:id/endpoints/:endpoint_id/disable', {
    operationId: 'disableFailingEndpoint',
    summary: 'Disable a webhook endpoint of a workspace',
    description:
      'Nothing more is delivered to the endpoint until an admin of the workspace enables it; what waits for it is kept.',
    params: EndpointParams,
    errors: ['endpoint_not_found'],
    response: { 200: DisabledEndpoint },
    run: async (_scope, { id, endpoint_id, request }) => {
      const done = await disableEndpoint(context, id, endpoint_id)
      logChange(request, 'an operator disabled a webhook endpoint', { endpoint_id })
      return done
    },
  })
}

function logChange(request: FastifyRequest, message: string, facts: Record<string, unknown>): void {
  const { id } = request.params as { id: string }
  request.log.info({ user_id: sessionOf(request).userId, workspace_id: id, ...facts }, message)
}
