import Fastify, { LogController } from 'fastify'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  RawServerDefault,
  RouteOptions,
} from 'fastify'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { AppError, fieldError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import type { ReadKind } from '#lib/pacing/read-slots.ts'
import { isTracing } from '#lib/tracing/start-span.ts'
import { BODY_TIMEOUT_MS, limitBodyTime, SLOW_BODY_TIMEOUT_MS } from './limit-body-time.ts'
import { beginDatabaseTime, continueDatabaseTime } from './begin-database-time.ts'
import { drainBody } from './drain-body.ts'
import { replyWithError } from './reply-with-error.ts'
import { createMethodFinder } from './create-method-finder.ts'
import { createRouteSuggester } from './create-route-suggester.ts'
import { limitOpenBodies } from './limit-open-bodies.ts'
import { parseJson } from './parse-json.ts'
import { replyBelowHttp } from './reply-below-http.ts'
import { beginCause, continueCause, continueTrace, endRequestSpan } from './begin-cause.ts'
import { routeNotFound } from './route-not-found.ts'
import { serialize } from './serialize.ts'
import type { Permission } from './permission.ts'
import { compileValidator } from './compile-validator.ts'

/** Our Fastify instance. TypeBox schemas give the routes their types. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyInstance {
    /** All routes as they were declared. */
    declaredRoutes: readonly RouteOptions[]
  }
  interface FastifyContextConfig {
    /** The permission required to call the route. Every route must declare one. */
    permission?: Permission
    /** The route reads what grows with the data, through `growingRead`, which can refuse it with `busy`. */
    reads?: ReadKind
    /** Allows the body to arrive slowly as long as it makes progress. For file uploads. */
    slowBody?: boolean
    /**
     * Finds the trace that the request of a signed-in member continues, as a `traceparent`, after its body was parsed but before it is
     * validated. Called only while traces are recorded.
     */
    findTrace?: (request: FastifyRequest) => Promise<string | undefined>
  }
}

/** The time in which the rest of a body is read after its response was sent. */
const DRAIN_MS = 10_000

/** The longest path parameter that a route accepts. */
const PARAM_CHARACTERS_MAX = 256

/**
 * Settings of a listening process. `bodyBytesMax` is the largest accepted body; `trustedProxies` are the
 * addresses whose X-Forwarded-For is trusted; `drainMs` is the time to read a refused body.
 */
type AppOptions = {
  log: Logger
  bodyBytesMax: number
  trustedProxies?: string[]
  /** The URL that clients call. If it uses https, browsers are asked never to use http. */
  publicUrl?: string
  bodyTimeoutMs?: number
  drainMs?: number
  /** Whether the process stops soon: clients are then asked to close their connections. */
  isStopping?: () => boolean
}

/**
 * Creates an HTTP server with our conventions: problem+json errors, request ids, strict JSON bodies, TypeBox
 * validation and explicit timeouts. It does not start if a route declares no permission.
 */
export function createApp(options: AppOptions): App {
  const app: App = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Requests share one logger, which adds the id of the request to each line.
    childLoggerFactory: (logger) => logger,
    bodyLimit: options.bodyBytesMax,
    // The limit for a whole request. A hook enforces the shorter limit of ordinary bodies.
    requestTimeout: SLOW_BODY_TIMEOUT_MS,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Requests that arrive on open connections during shutdown get a normal response.
    return503OnClosing: false,
    requestIdHeader: false,
    trustProxy: options.trustedProxies?.length ? options.trustedProxies : false,
    genReqId: (request) => toRequestId(request.headers['x-request-id']),
    // A slash at the end of a path names the same resource.
    routerOptions: { maxParamLength: PARAM_CHARACTERS_MAX, ignoreTrailingSlash: true },
    clientErrorHandler: replyBelowHttp,
    // Requests with an undecodable URL reach no route and no hook.
    frameworkErrors: (err, request, reply) => {
      reply.header('x-request-id', request.id)
      replyWithError(err, request, reply)
    },
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const value = parseJson(body)
      // Fastify validates a request without a body as null, so the validator cannot tell them apart.
      if (value === null && request.routeOptions.schema?.body !== undefined)
        throw fieldError('validation_failed', '', 'The body must be an object.')
      return value
    },
  )
  app.setValidatorCompiler(({ schema, httpPart, method }) =>
    compileValidator(schema as object, httpPart, method),
  )
  app.setSerializerCompiler(() => serialize)
  limitOpenBodies(app, options.bodyBytesMax)
  const routes: RouteOptions[] = []
  app.decorate('declaredRoutes', routes)
  app.addHook('onRoute', (route) => void routes.push(route))
  const explainMissing = createMissingExplainer(routes)
  app.setNotFoundHandler((request, reply) => {
    replyWithError(explainMissing(request), request, reply)
  })
  app.setErrorHandler(replyWithError)
  // Fastify would read and parse the body first.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.is404) done(explainMissing(request))
    else if (isEncoded(request))
      done(new AppError('unsupported_media_type', 'Send the body without a Content-Encoding.'))
    else done(null, payload)
  })
  const { bodyTimeoutMs = BODY_TIMEOUT_MS, drainMs = DRAIN_MS } = options
  const isSecure = options.publicUrl?.startsWith('https:') ?? false
  app.server.headersTimeout = BODY_TIMEOUT_MS
  app.decorateRequest('cause', undefined)
  app.decorateRequest('span', undefined)
  app.decorateRequest('spanFrom', undefined)
  app.decorateRequest('timeBudget', undefined)
  app.decorateRequest('problem', null)
  app.addHook('onRequest', beginCause)
  app.addHook('onRequest', beginDatabaseTime)
  app.addHook('preValidation', continueCause)
  app.addHook('preValidation', continueDatabaseTime)
  app.addHook('onRequest', (request, reply, done) => {
    limitBodyTime(request, bodyTimeoutMs)
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('cache-control', 'no-store')
    if (isSecure) reply.header('strict-transport-security', 'max-age=31536000')
    done()
  })
  app.addHook('onRequest', refuseEmptyPart)
  if (isTracing()) {
    app.addHook('preValidation', continueTrace)
    app.addHook('onResponse', endRequestSpan)
  }
  app.addHook('onSend', (request, reply, _payload, done) => {
    // Also when the process began to stop while the request was in progress: no client then uses its connection again.
    if (options.isStopping?.()) reply.header('connection', 'close')
    drainBody(request, reply, drainMs)
    done()
  })
  app.addHook('onReady', async () => {
    const bare = routes.find((route) => !route.config?.permission)
    if (bare)
      throw new Error(`The route ${String(bare.method)} ${bare.url} declares no permission.`)
  })
  return app
}

/** Refuses a path with an empty id, such as that of a client whose variable is empty. */
function refuseEmptyPart(request: FastifyRequest, _reply: unknown, done: (err?: Error) => void) {
  const parts = Object.entries(request.params as Record<string, string>)
  const empty = parts.find(([name, value]) => name !== '*' && value.trim() === '')
  if (!empty) return done()
  const text = `The path ${request.url.split('?', 1)[0]!} has an empty ${empty[0]}. Check the variable that it comes from.`
  done(new AppError('bad_request', text))
}

/** Returns whether a request has a compressed body, or one in another encoding. */
function isEncoded({ headers }: FastifyRequest): boolean {
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
  return hasBody && (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity'
}

function toRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w.:-]{8,128}$/.test(header) ? header : newId()
}

/** Returns a function that explains a missing route: a 405 if its path has other methods, else a 404. Source: RFC 9110 §15.5.6. */
function createMissingExplainer(routes: readonly RouteOptions[]) {
  const findMethods = createMethodFinder(routes)
  const suggestRoute = createRouteSuggester(routes)
  return ({ method, url }: FastifyRequest): AppError => {
    const path = url.split('?', 1)[0]!
    const trimmed = path.replace(/(?<=.)\/$/, '')
    const methods = findMethods(trimmed)
    if (methods.length === 0) return routeNotFound(method, path, suggestRoute(trimmed))
    const allow = methods.join(', ')
    return new AppError('method_not_allowed', `${path} does not have ${method}. It has ${allow}.`, {
      headers: { allow },
    })
  }
}
