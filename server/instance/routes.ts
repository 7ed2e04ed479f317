import type { FastifyRequest } from 'fastify'
import type { Context } from '#context.ts'
import type { App } from '#http/app.ts'
import { sessionOf } from '#http/authenticate.ts'
import type { Readiness } from '#http/readiness.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
import { disableEndpoint } from './disable-endpoint.ts'
import { createInstanceReader } from './get-instance.ts'
import { reprocessFailed } from './reprocess-failed.ts'
import { resendFailed } from './resend-failed.ts'
import {
  DisabledEndpoint,
  EndpointParams,
  Instance,
  Reprocessed,
  ResentDeliveries,
} from './schema.ts'

const config = { permission: { session: 'member', operator: true } } as const
const tags = ['Operator']

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
  app.get(
    '/api/operator/instance',
    {
      config,
      schema: {
        operationId: 'getInstance',
        summary: 'Get the state of the instance',
        description:
          'Returns queues, failures, paused channels, processes, databases and the last backup. Read at most every five seconds.',
        tags,
        response: { 200: Instance },
      },
    },
    async () => getInstance(),
  )
  app.post(
    '/api/operator/workspaces/:id/reprocess-payloads',
    {
      config,
      schema: {
        operationId: 'reprocessFailedPayloads',
        summary: 'Reprocess the failed payloads of a workspace',
        description:
          'Reprocesses the newest 10,000 failed payloads. Items that were already recorded do not change.',
        tags,
        params: IdParams,
        body: EmptyBody,
        errors: ['workspace_not_found'],
        response: { 202: Reprocessed },
      },
    },
    async (request, reply) => {
      const done = await reprocessFailed(context, request.params.id)
      logChange(request, 'an operator reprocessed failed payloads', done)
      return reply.code(202).send(done)
    },
  )
  app.post(
    '/api/operator/workspaces/:id/resend-deliveries',
    {
      config,
      schema: {
        operationId: 'resendFailedDeliveries',
        summary: 'Resend the failed deliveries of a workspace',
        description:
          'Starts a replay of the failed deliveries of each enabled endpoint of the workspace, within the limits of the endpoint. Endpoints that are disabled are left out.',
        tags,
        params: IdParams,
        body: EmptyBody,
        errors: ['workspace_not_found'],
        response: { 202: ResentDeliveries },
      },
    },
    async (request, reply) => {
      const done = await resendFailed(context, request.params.id)
      logChange(request, 'an operator resent failed deliveries', done)
      return reply.code(202).send(done)
    },
  )
  app.post(
    '/api/operator/workspaces/:id/endpoints/:endpoint_id/disable',
    {
      config,
      schema: {
        operationId: 'disableFailingEndpoint',
        summary: 'Disable a webhook endpoint of a workspace',
        description:
          'Nothing more is delivered to the endpoint until an admin of the workspace enables it; what waits for it is kept.',
        tags,
        params: EndpointParams,
        body: EmptyBody,
        errors: ['endpoint_not_found', 'workspace_not_found'],
        response: { 200: DisabledEndpoint },
      },
    },
    async (request) => {
      const { id, endpoint_id: endpointId } = request.params
      const done = await disableEndpoint(context, id, endpointId)
      logChange(request, 'an operator disabled a webhook endpoint', { endpoint_id: endpointId })
      return done
    },
  )
}

function logChange(request: FastifyRequest, message: string, facts: Record<string, unknown>): void {
  const { id } = request.params as { id: string }
  request.log.info({ user_id: sessionOf(request).userId, workspace_id: id, ...facts }, message)
}
