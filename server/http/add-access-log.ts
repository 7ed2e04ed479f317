import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { fieldsOf } from '#lib/cause.ts'
import type { App } from './app.ts'
import { toLoggedPath } from './to-logged-path.ts'

/**
 * Writes a line to the log for each request of `app`, after its response. It has no query, no body, and no segments of the path
 * that are secret or look personal, because the log is not erased with a contact.
 */
export function addAccessLog(app: App, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        request_id: request.id,
        ...(request.cause && fieldsOf(request.cause)),
        method: request.method,
        path: toLoggedPath(request),
        route: request.is404 ? null : request.routeOptions.url,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 10) / 10,
        address: request.ip,
        ...toCaller(request),
        ...(request.problem && { code: request.problem.code }),
      },
      'request',
    )
    done()
  })
}

function toCaller({ scope }: FastifyRequest) {
  return scope
    ? {
        workspace_id: scope.workspaceId,
        actor_type: scope.actor.type,
        actor_id: scope.actor.id,
      }
    : {}
}
