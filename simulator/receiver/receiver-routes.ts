import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { guardBrowsers } from '../control/guard.ts'
import type { SimulatorState } from '../state.ts'
import { checkSignature } from './check-signature.ts'
import type { Arrival } from './receiver.ts'

const FOLDER = join(import.meta.dirname, 'page')
const TYPES: Record<string, string> = {
  'index.html': 'text/html; charset=utf-8',
  'receiver.css': 'text/css; charset=utf-8',
  'receiver.js': 'text/javascript; charset=utf-8',
}
const BODY_BYTES_MAX = 1024 * 1024

/**
 * Adds the receiver: `POST /receiver` accepts webhooks as an integrator's server would, checks their signature and
 * answers with the result; `GET /receiver` shows them. The secret is entered by hand, or sent by the embedding app.
 */
export function receiverRoutes(app: FastifyInstance, state: SimulatorState): void {
  const { receiver, hub } = state
  const { parents = [] } = state.config
  const files = new Map(Object.keys(TYPES).map((name) => [name, readFileSync(join(FOLDER, name))]))
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${parents.join(' ') || "'none'"}`,
  ].join('; ')

  void app.register(async (own) => {
    guardBrowsers(own, state.config.host)
    own.addHook('onRequest', async (_request, reply) => {
      void reply.headers({
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
    })

    own.get('/receiver', async (_request, reply) =>
      reply.type(TYPES['index.html']!).send(files.get('index.html')),
    )
    own.get<{ Params: { name: string } }>('/receiver/page/:name', async ({ params }, reply) => {
      const file = files.get(params.name)
      if (!file) return reply.code(404).send({ message: 'File not found.' })
      return reply.type(TYPES[params.name]!).send(file)
    })
    own.get('/receiver/state', async () => ({
      parents,
      has_secret: receiver.secret !== null,
      arrivals: receiver.arrivals.newest(50),
    }))
    own.put<{ Body: { secret?: unknown } | null }>('/receiver/secret', async ({ body }, reply) => {
      const secret = body?.secret
      if (typeof secret !== 'string' || !/^whsec_\S{8,200}$/.test(secret))
        return reply.code(400).send({ message: 'Enter a signing secret that starts with whsec_.' })
      receiver.secret = secret
      return reply.code(204).send()
    })

    void own.register(async (raw) => {
      raw.removeAllContentTypeParsers()
      // The signature covers the bytes as they arrived.
      raw.addContentTypeParser(
        '*',
        { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
        (_request: unknown, body: Buffer, done: (err: null, body: Buffer) => void) =>
          done(null, body),
      )
      raw.post('/receiver', async (request, reply) => {
        const arrival = toArrival(request, receiver.secret)
        receiver.arrivals.add(arrival.id, arrival, arrival.body.length)
        hub.tell('arrival', () => arrival)
        const isTaken = arrival.verdict === 'valid' || arrival.verdict === 'not_checked'
        return reply
          .code(isTaken ? 200 : 401)
          .send({ received: isTaken, signature: arrival.verdict })
      })
    })
  })
}

function toArrival(request: FastifyRequest, secret: string | null): Arrival {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const header = (name: string) => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : null
  }
  const signature = header('x-service-signature')
  return {
    id: randomUUID(),
    at: new Date().toISOString(),
    verdict: checkSignature({ header: signature ?? undefined, body, secret, nowMs: Date.now() }),
    event_type: header('x-service-event'),
    delivery_id: header('x-service-delivery'),
    attempt: header('x-service-attempt'),
    signature,
    body: body.toString(),
  }
}
