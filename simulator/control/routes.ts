import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { reportStatus } from '../graph/report-status.ts'
import { clearState } from '../state.ts'
import type { SimulatorState } from '../state.ts'
import type { Posted } from '../webhooks/deliverer.ts'
import { performHandshake } from './handshake.ts'
import { landingPage } from './page.ts'
import { playInbound } from './play-inbound.ts'
import {
  InboundBody,
  ListQuery,
  PayloadBody,
  StatusBody,
  showDelivery,
  showMessage,
} from './schema.ts'

const PAYLOAD_BYTES_MAX = 4 * 1024 * 1024

/** Adds the landing page, the health routes and the control routes under `/sim`. */
export function controlRoutes(app: FastifyInstance, state: SimulatorState): void {
  const { config, deliverer, messages } = state

  app.get('/', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(landingPage(config.webhookUrl)),
  )
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async () => ({ status: 'ready' }))

  void app.register(async (plain) => {
    const sim = plain.withTypeProvider<TypeBoxTypeProvider>()
    // Without it a page in a browser could post here as plain text, unasked.
    sim.removeContentTypeParser('text/plain')
    sim.addHook('preHandler', async (request, reply) => {
      if (request.method === 'POST' && !deliverer.hasRoom()) {
        return reply
          .code(503)
          .send({ message: 'Too many webhooks wait; DELETE /sim/state drops them.' })
      }
    })

    sim.post('/sim/inbound', { schema: { body: InboundBody } }, async (request, reply) => {
      const { from, name, user_id, phone_number_id, waba_id, id, type, timestamp, ...rest } =
        request.body
      const { display_phone_number, ...node } = rest
      if (type === undefined && (!('text' in node) || node.text === '')) {
        return reply.code(400).send({ message: 'body must have a text, or a type and its node' })
      }
      const { messageId, ...posted } = playInbound(state, {
        from,
        name,
        userId: user_id,
        phoneNumberId: phone_number_id,
        displayPhoneNumber: display_phone_number,
        wabaId: waba_id,
        id,
        type,
        timestamp,
        node,
      })
      return { message_id: messageId, ...(await outcomeOf(posted)) }
    })

    sim.post(
      '/sim/payload',
      { schema: { body: PayloadBody }, bodyLimit: PAYLOAD_BYTES_MAX },
      async ({ body: { payload } }) =>
        outcomeOf(deliverer.post({ kind: 'payload', lane: 'payload', payload })),
    )

    sim.get('/sim/messages', { schema: { querystring: ListQuery } }, async ({ query }) => {
      const waId = query.to?.replace(/\D/g, '')
      const wanted = messages.newest(
        query.limit,
        ({ recipient, opaqueData }) =>
          (waId === undefined || recipient.waId === waId) &&
          (query.biz_opaque_callback_data === undefined ||
            opaqueData === query.biz_opaque_callback_data),
      )
      return { data: wanted.map(showMessage) }
    })

    sim.get<{ Params: { id: string } }>('/sim/messages/:id', async ({ params }, reply) => {
      const message = messages.get(params.id)
      return message ? showMessage(message) : reply.callNotFound()
    })

    sim.post(
      '/sim/messages/:id/status',
      { schema: { body: StatusBody } },
      async ({ params, body }, reply) => {
        const message = messages.get((params as { id: string }).id)
        if (!message) return reply.code(404).send({ message: 'No message with this id is known.' })
        const errorCode = body.status === 'failed' ? (body.error_code ?? 131000) : null
        return outcomeOf(reportStatus(state, message, body.status, errorCode, body.timestamp))
      },
    )

    sim.get('/sim/webhooks', { schema: { querystring: ListQuery } }, async ({ query }) => ({
      pending: deliverer.pendingCount(),
      data: deliverer.log.newest(query.limit).map(showDelivery),
    }))

    sim.get<{ Params: { id: string } }>('/sim/webhooks/:id', async ({ params }, reply) => {
      const delivery = deliverer.log.get(params.id)
      if (!delivery) return reply.callNotFound()
      const { signature, body } = delivery
      return { ...showDelivery(delivery), signature, body: body.toString() }
    })

    sim.post<{ Params: { id: string } }>('/sim/webhooks/:id/redeliver', async (request, reply) => {
      const delivery = deliverer.log.get(request.params.id)
      return delivery ? outcomeOf(deliverer.postAgain(delivery)) : reply.callNotFound()
    })

    sim.post<{ Body: { verify_token?: string } | undefined }>('/sim/handshake', async ({ body }) =>
      performHandshake(config, body?.verify_token ?? config.verifyToken),
    )

    sim.delete('/sim/state', async (_request, reply) => {
      clearState(state)
      return reply.code(204).send()
    })
  })
}

async function outcomeOf({ delivery, firstTry }: Posted) {
  const delivered = await firstTry
  return { delivered, webhook_id: delivery.id, status_code: delivery.lastStatusCode }
}
