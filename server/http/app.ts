import Fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault, RouteOptions } from 'fastify'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { AppError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { BODY_TIMEOUT_MS, limitBodyTime, SLOW_BODY_TIMEOUT_MS } from './body-timeout.ts'
import { replyWithError } from './errors.ts'
import { parseJson } from './json-body.ts'
import { replyBelowHttp } from './reply-below-http.ts'
import type { Permission } from './permissions.ts'
import { compileValidator } from './validation.ts'

/** Our Fastify instance: routes are typed by their TypeBox schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. Every route declares it. */
    permission?: Permission
    /** Its body may take long, as long as it moves: a file. */
    slowBody?: boolean
  }
}

/** Longest part of a path that a route can take. */
const PARAM_CHARACTERS_MAX = 256

/**
 * Settings of one listening process: `bodyBytesMax` is the largest body it takes, `trustedProxies` the addresses
 * whose X-Forwarded-For is believed.
 */
export type AppOptions = {
  log: Logger
  bodyBytesMax: number
  trustedProxies?: string[]
  bodyTimeoutMs?: number
}

/**
 * An HTTP server with the house's rules: problem+json errors, request ids, strict JSON bodies, validation by
 * TypeBox, explicit timeouts. A route without a declared permission stops the start.
 */
export function createApp(options: AppOptions): App {
  const app: App = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would cost more than the little that is logged of one; errors name the request.
    childLoggerFactory: (logger) => logger,
    bodyLimit: options.bodyBytesMax,
    // Of a whole request; what is shorter for most bodies is kept by a hook.
    requestTimeout: SLOW_BODY_TIMEOUT_MS,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // What still comes on open connections while the server closes is answered like any other request.
    return503OnClosing: false,
    requestIdHeader: false,
    trustProxy: options.trustedProxies?.length ? options.trustedProxies : false,
    genReqId: (request) => toRequestId(request.headers['x-request-id']),
    routerOptions: { maxParamLength: PARAM_CHARACTERS_MAX },
    clientErrorHandler: replyBelowHttp,
    // Addresses that cannot be decoded reach no route and no hook.
    frameworkErrors: (err, request, reply) => {
      reply.header('x-request-id', request.id)
      replyWithError(err, request, reply)
    },
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseJson(body),
  )
  app.setValidatorCompiler(({ schema, httpPart }) => compileValidator(schema as object, httpPart))
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.setErrorHandler((err, request, reply) => replyWithError(err, request, reply))
  app.setNotFoundHandler((request, reply) =>
    replyWithError(
      new AppError(
        'route_not_found',
        `${request.method} ${request.url.split('?', 1)[0]} does not exist.`,
      ),
      request,
      reply,
    ),
  )
  const { bodyTimeoutMs = BODY_TIMEOUT_MS } = options
  app.server.headersTimeout = BODY_TIMEOUT_MS
  app.addHook('onRequest', (request, reply, done) => {
    limitBodyTime(request, bodyTimeoutMs)
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('cache-control', 'no-store')
    done()
  })
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const bare = routes.find((route) => !route.config?.permission)
    if (bare)
      throw new Error(`The route ${String(bare.method)} ${bare.url} declares no permission.`)
  })
  return app
}

function toRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w.:-]{8,128}$/.test(header) ? header : newId()
}
