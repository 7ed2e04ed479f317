import type { Context } from '#context.ts'
import type { App } from '#http/app.ts'
import type { Readiness } from '#http/readiness.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
import { createInstanceReader } from './get-instance.ts'
import { reprocessFailed } from './reprocess-failed.ts'
import { Instance, Reprocessed } from './schema.ts'

const config = { permission: { session: 'member', operator: true } } as const
const tags = ['Operator']

/** Adds the routes for operators of the instance: its state, and processing failed payloads again. */
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
    async (request, reply) =>
      reply.code(202).send(await reprocessFailed(context, request.params.id)),
  )
}
