import type { FastifyReply, FastifyRequest } from 'fastify'
import { withoutExpand } from '#lib/lists/expand-query.ts'
import { answerOnce } from './answer-once.ts'
import { scopeOf } from './add-authentication.ts'
import { readPrecondition } from './add-conditional-requests.ts'
import { readIdempotency } from './read-idempotency.ts'
import { sendAnswer } from './send-answer.ts'
import type { AnyRoute } from './route-declaration.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
type AnyCall = Parameters<NonNullable<AnyRoute['serve']>>[0]

/** Returns the handler of a declared route: it reads the parts of a request, runs the verb as declared, and answers with its result. */
export function toHandler(method: string, route: AnyRoute): Handler {
  const { answer, serve, run, runs, before, identify, discard, expander } = route
  const status = statusOf(route)
  const isConditionalChange = route.isConditional === true && method !== 'GET'

  function toCall(request: FastifyRequest, reply: FastifyReply): AnyCall {
    const { params, query, body } = request
    return {
      ...(params as Record<string, string>),
      query: expander ? withoutExpand(query as object) : query,
      body,
      precondition: isConditionalChange ? readPrecondition(request) : undefined,
      request,
      reply,
    }
  }
  if (answer)
    return async (request, reply) => {
      const call = toCall(request, reply)
      return sendAnswer(reply, await answer(scopeOf(request), call, readIdempotency(request)))
    }
  if (serve) return async (request, reply) => send(reply, status, serve(toCall(request, reply)))
  if (!run) throw new Error(`The route ${String(route.operationId)} declares no verb.`)
  if (runs)
    return async (request, reply) => {
      const call = toCall(request, reply)
      return answerOnce(request, reply, {
        status: route.status?.(call) ?? status,
        runs,
        before: async (scope) => before?.(scope, call),
        identify,
        discard,
        run: (scope, facts) => run(scope, call, facts),
      })
    }
  if (expander)
    return async (request, reply) => {
      expander.check(request)
      const found = await run(scopeOf(request), toCall(request, reply), undefined)
      return expander.expand(request, found as object)
    }
  return async (request, reply) =>
    send(reply, status, run(scopeOf(request), toCall(request, reply), undefined))
}

/** Returns the status of the answers of a route. */
export function statusOf({ response = { 204: {} } }: Pick<AnyRoute, 'response'>): number {
  return Number(Object.keys(response)[0])
}

/** Sends the result of a verb, unless the verb has sent the answer itself. */
async function send(reply: FastifyReply, status: number, result: Promise<unknown>) {
  if (status === 200) return result
  const answer = await result
  if (reply.sent) return reply
  return reply.code(status).send(status === 204 ? null : answer)
}
