import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#lib/errors.ts'
import { networkOf } from '#lib/network-of.ts'
import { createBodyBudget } from './body-budget.ts'
import type { BodyBudget, HeldBytes } from './body-budget.ts'
import { hasConnection } from './has-connection.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes that are held for the body until its sender is verified or the response was sent. */
    heldBytes: HeldBytes | undefined
    /** The rest of the body is not read, because it is one too many. */
    leavesBody: boolean
  }
  interface FastifyContextConfig {
    /** The bytes of a body that are in memory at once, where they are fewer than `bodyLimit`: a file that is stored as it arrives. */
    bufferedBytes?: number
  }
  interface FastifyInstance {
    bodyBudget: BodyBudget
  }
}

/** The largest body of an open route that declares no `bodyLimit`, in bytes. */
const OPEN_BODY_BYTES_MAX = 16 * 1024

/**
 * Limits the bodies that anybody can send to `app`: each open route accepts 16 KiB unless it declares a `bodyLimit`, and all
 * of them together hold the bytes of one budget. The caller of any other route is verified before its body is read.
 */
export function limitOpenBodies(
  app: Pick<FastifyInstance, 'decorate' | 'decorateRequest' | 'addHook'>,
  bodyBytesMax: number,
): void {
  app.decorate('bodyBudget', createBodyBudget())
  app.decorateRequest('heldBytes', undefined)
  app.decorateRequest('leavesBody', false)
  app.addHook('onRoute', (route) => {
    const { permission } = route.config ?? {}
    if (permission && 'open' in permission)
      route.bodyLimit ??= Math.min(OPEN_BODY_BYTES_MAX, bodyBytesMax)
  })
  app.addHook('preParsing', (request, reply, payload, done) => {
    holdBody(request, reply)
    done(null, payload)
  })
}

/** Records that the sender of a body is verified by a signature: its bytes no longer count, and its network is trusted. */
export function recordSignature(request: FastifyRequest): void {
  const { heldBytes, server } = request
  if (!heldBytes) return
  server.bodyBudget.prove(heldBytes.network)
  releaseBody(request)
}

function releaseBody(request: FastifyRequest): void {
  if (request.heldBytes) request.server.bodyBudget.release(request.heldBytes)
  request.heldBytes = undefined
}

/** Holds the bytes of the body of an open route. @throws {AppError} rate_limited, overloaded */
function holdBody(request: FastifyRequest, reply: FastifyReply): void {
  const { raw, routeOptions, server } = request
  const { permission, bufferedBytes = Infinity } = routeOptions.config ?? {}
  if (!permission || !('open' in permission) || !hasConnection(raw)) return
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
  const bytesMax = Math.min(routeOptions.bodyLimit, bufferedBytes)
  // The length of a chunked body is unknown.
  const bytes = encoding === undefined ? Math.min(Number(length ?? 0), bytesMax) : bytesMax
  if (bytes === 0) return
  const taken = server.bodyBudget.take(networkOf(request.ip), bytes)
  if (typeof taken === 'object') {
    request.heldBytes = taken
    reply.raw.once('close', () => releaseBody(request))
    return
  }
  request.leavesBody = true
  const headers = { 'retry-after': '1' }
  if (taken === 'network')
    throw new AppError(
      'rate_limited',
      'Too many bodies arrive from this network at once. Try again in a moment.',
      { headers },
    )
  throw new AppError(
    'overloaded',
    'Too many bodies arrive at this server at once. Try again in a moment.',
    { headers },
  )
}
