import type {
  FastifyRequest,
  onRequestHookHandler,
  onResponseHookHandler,
  preValidationHookHandler,
} from 'fastify'
import { withCause } from '#lib/cause.ts'
import type { Cause } from '#lib/cause.ts'
import { readTraceparent } from '#lib/tracing/read-traceparent.ts'
import { isTracing, startSpan } from '#lib/tracing/start-span.ts'
import type { Span } from '#lib/tracing/start-span.ts'
import { isByCookie } from './is-by-cookie.ts'
import { toLoggedPath } from './to-logged-path.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The request as the cause of what follows from it. */
    cause: Cause | undefined
    /** The span of the request, while traces are recorded. */
    span: Span | undefined
    /** When the request began, in ms of `performance.now()`, if its span begins only after its trace was found. */
    spanFrom: number | undefined
  }
}

/**
 * Makes a request the cause of what its handlers do, in the trace of the caller's `traceparent`. While traces are not recorded, that is
 * passed on as it is. A browser with a session is not trusted with the id of a trace; routes find it by what the request is about.
 */
export const beginCause: onRequestHookHandler = (request, _reply, done) => {
  const isBrowser = isByCookie(request)
  const traceparent = isBrowser ? undefined : readTraceparent(request.headers['traceparent'])
  if (isTracing()) {
    if (isBrowser && request.routeOptions.config?.findTrace) request.spanFrom = performance.now()
    else request.span = startRequestSpan(request, traceparent)
  }
  request.cause = {
    requestId: request.id,
    traceparent: request.span?.traceparent ?? traceparent,
  }
  withCause(request.cause, done)
}

/** Continues as `beginCause` after the body was read, which leaves the asynchronous context. */
export const continueCause: preValidationHookHandler = (request, _reply, done) => {
  withCause(request.cause, done)
}

/** Starts the span of a member's request in the trace that its route finds, or in one of its own. */
export const continueTrace: preValidationHookHandler = (request, _reply, done) => {
  if (request.spanFrom === undefined) return done()
  void findTrace(request).then((parent) => {
    request.span = startRequestSpan(request, parent)
    request.cause = { requestId: request.id, traceparent: request.span?.traceparent }
    withCause(request.cause, done)
  })
}

/** A trace that cannot be found fails no request. */
async function findTrace(request: FastifyRequest): Promise<string | undefined> {
  try {
    return await request.routeOptions.config.findTrace?.(request)
  } catch (err) {
    request.log.debug({ err }, 'failed to find the trace of a request')
    return undefined
  }
}

/** Ends the span of a request. Only a failure of ours is one of the span. Source: OpenTelemetry, "Semantic conventions for HTTP spans". */
export const endRequestSpan: onResponseHookHandler = (request, reply, done) => {
  const { problem, scope } = request
  // The span of a request that was refused early has not begun.
  const span =
    request.span ?? (request.spanFrom !== undefined && startRequestSpan(request, undefined))
  if (span) {
    const status = reply.statusCode
    const attributes = {
      'http.response.status_code': status,
      'parley.workspace_id': scope?.workspaceId,
      'parley.error_code': problem?.code,
    }
    span.end(attributes, status >= 500 ? (problem?.code ?? String(status)) : undefined)
  }
  done()
}

/** Starts the span of a request. Probes have none, because they are many and say nothing. */
function startRequestSpan(request: FastifyRequest, parent: string | undefined): Span | undefined {
  const { method, protocol } = request
  if (request.url.startsWith('/health/')) return undefined
  const route = request.is404 ? undefined : request.routeOptions.url
  return startSpan(route === undefined ? method : `${method} ${route}`, {
    kind: 'server',
    parent,
    ...(request.spanFrom !== undefined && { startedAt: request.spanFrom }),
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'url.scheme': protocol,
      'url.path': toLoggedPath(request),
      'parley.request_id': request.id,
    },
  })
}
