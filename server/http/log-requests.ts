import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FoundKey } from '#lib/found-key.ts'
import type { Context } from '#db/context.ts'
import type { AnsweredRequest, RequestLog } from '#lib/answered-request.ts'
import type { App } from './app.ts'
import { findBearer } from './add-authentication.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of the response, if the workspace records bodies. */
    sentBody: string | null
  }
  interface FastifyInstance {
    /** Writes the request log. */
    requestLog: RequestLog
  }
}

/**
 * Records every request that an API key sent to `app`, after its response. A request to a path that does not exist is
 * recorded, too, so its key is looked up then.
 */
export function logRequests(
  app: App,
  context: Pick<Context, 'log'>,
  requestLog: RequestLog,
  findKey: (secret: string) => Promise<FoundKey | undefined>,
): void {
  app.decorate('requestLog', requestLog)
  app.decorateRequest('sentBody', null)
  app.addHook('onSend', (request, _reply, payload, done) => {
    const { apiKey } = request
    if (apiKey && typeof payload === 'string' && requestLog.keepsBodies(apiKey.workspaceId))
      request.sentBody = payload
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const { apiKey } = request
    if (apiKey) requestLog.record(toAnswered(apiKey, request, reply))
    else if (request.is404)
      recordMissing(request, reply).catch((err: unknown) =>
        context.log.debug({ err }, 'failed to log a request'),
      )
  })
  app.addHook('onClose', () => requestLog.close())

  async function recordMissing(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const secret = findBearer(request.headers.authorization)
    const key = secret === undefined ? undefined : await findKey(secret)
    if (key) requestLog.record(toAnswered(key, request, reply))
  }
}

function toAnswered(key: FoundKey, request: FastifyRequest, reply: FastifyReply): AnsweredRequest {
  return {
    key,
    method: request.method,
    url: request.url,
    route: request.is404 ? null : (request.routeOptions.url ?? null),
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime),
    problem: request.problem,
    requestId: request.id,
    body: request.body,
    sentBody: request.sentBody,
  }
}
