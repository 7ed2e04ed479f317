import { reportStatus } from '../graph/report-status.ts'
import type { SimulatorState } from '../state.ts'
import { performHandshake } from '../webhooks/handshake.ts'
import { ledgerOf } from './ledger.ts'
import { outcomeOf } from './outcome.ts'
import type { ControlApp } from './control-app.ts'
import { ListQuery, StatusBody } from './schema.ts'
import { showDelivery, showInbound, showMessage } from './show.ts'

interface ById {
  Params: { id: string }
}

/** Adds the logs: messages of both sides, webhooks, the ledger, and the handshake. */
export function logRoutes(sim: ControlApp, state: SimulatorState): void {
  const { config, deliverer, messages, inbound } = state

  sim.get('/sim/messages', { schema: { querystring: ListQuery } }, async ({ query }) => {
    const waId = query.to?.replace(/\D/g, '')
    const wanted = messages.newest(
      query.limit,
      ({ customer, opaqueData }) =>
        (waId === undefined || customer.waId === waId) &&
        (query.biz_opaque_callback_data === undefined ||
          opaqueData === query.biz_opaque_callback_data),
    )
    return { data: wanted.map(showMessage) }
  })

  sim.get<ById>('/sim/messages/:id', async ({ params }, reply) => {
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
      const { timestamp } = body
      return outcomeOf(reportStatus(state, message, body.status, { errorCode, timestamp }))
    },
  )

  sim.get('/sim/inbound', { schema: { querystring: ListQuery } }, async ({ query }) => {
    const waId = query.from?.replace(/\D/g, '')
    const wanted = inbound.newest(
      query.limit,
      ({ customer }) => waId === undefined || customer.waId === waId,
    )
    return { data: wanted.map(showInbound) }
  })

  sim.get('/sim/ledger', async () => ledgerOf(state))

  sim.get('/sim/webhooks', { schema: { querystring: ListQuery } }, async ({ query }) => ({
    pending: deliverer.pendingCount(),
    data: deliverer.log.newest(query.limit).map(showDelivery),
  }))

  sim.get<ById>('/sim/webhooks/:id', async ({ params }, reply) => {
    const delivery = deliverer.log.get(params.id)
    if (!delivery) return reply.callNotFound()
    const { signature, body } = delivery
    return { ...showDelivery(delivery), signature, body: body.toString() }
  })

  sim.post<ById>('/sim/webhooks/:id/redeliver', async (request, reply) => {
    const delivery = deliverer.log.get(request.params.id)
    return delivery ? outcomeOf(deliverer.postAgain(delivery)) : reply.callNotFound()
  })

  sim.post<{ Body: { verify_token?: string } | undefined }>('/sim/handshake', async ({ body }) =>
    performHandshake(config.webhookUrl, body?.verify_token ?? config.verifyToken),
  )
}
