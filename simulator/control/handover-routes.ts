import { toSeconds } from '../clock.ts'
import type { Customer } from '../customers/customer.ts'
import { webhookUrlOf } from '../graph/accounts.ts'
import { holderOf, setHolder } from '../graph/holders.ts'
import { openWindow } from '../graph/limits.ts'
import { createWamid } from '../graph/wamid.ts'
import { laneOf } from '../messages.ts'
import { describeNumber } from '../state.ts'
import type { SimulatorState } from '../state.ts'
import { contactOf, payloadOf, senderOf, visibleIds } from '../webhooks/envelope.ts'
import type { ControlApp } from './control-app.ts'
import { outcomeOf } from './outcome.ts'
import { AgentReplyBody, CallBody, HolderBody } from './schema.ts'
import { noteStandby, postStandby, postStandbyStatus } from './standby.ts'

interface ByPair {
  Params: { phoneNumberId: string; customer: string }
}

/** Adds what the platform's agent does: it holds conversations, answers in them, and hands them over; and calls. */
export function handoverRoutes(sim: ControlApp, state: SimulatorState): void {
  sim.get<ByPair>('/sim/threads/:phoneNumberId/:customer/holder', async ({ params }, reply) => {
    const customer = state.customers.find(params.customer)
    if (!customer) return reply.callNotFound()
    return { holder: holderOf(state, params.phoneNumberId, customer) ?? null }
  })

  sim.put(
    '/sim/threads/:phoneNumberId/:customer/holder',
    { schema: { body: HolderBody } },
    async ({ params, body }, reply) => {
      const { phoneNumberId, customer: id } = params as ByPair['Params']
      const customer = state.customers.find(id)
      if (!customer) return reply.callNotFound()
      const before = holderOf(state, phoneNumberId, customer)
      setHolder(state, phoneNumberId, customer, body.holder)
      // A release is not reported, and neither is what the app itself did.
      if (body.holder === null || body.holder === before) return { delivered: null }
      return outcomeOf(postHandover(state, phoneNumberId, customer, body))
    },
  )

  sim.post('/sim/agent/replies', { schema: { body: AgentReplyBody } }, async ({ body }) => {
    const { to, phone_number_id, id, timestamp, type = 'text', ...node } = body
    const customer = state.customers.ensure({ waId: to.replace(/\D/g, '') })
    const { text } = node as { text?: unknown }
    const echo = {
      id: id ?? createWamid(customer.waId ?? '', 'sent'),
      timestamp: String(timestamp ?? toSeconds(state.clock.now())),
      message: {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: `+${customer.waId}`,
        type,
        ...node,
        ...(typeof text === 'string' && { text: { body: text } }),
      },
    }
    setHolder(state, phone_number_id, customer, 'agent')
    const posted = postStandby(state, phone_number_id, customer, { message_echoes: [echo] })
    noteStandby(state, {
      id: echo.id,
      phoneNumberId: phone_number_id,
      customer,
      type,
      content: (echo.message as Record<string, unknown>)[type] ?? null,
      at: timestamp === undefined ? state.clock.now() : timestamp * 1000,
      isRead: false,
    })
    for (const status of ['sent', 'delivered'])
      postStandbyStatus(state, { phoneNumberId: phone_number_id, customer, id: echo.id }, status)
    return { message_id: echo.id, ...(await outcomeOf(posted)) }
  })

  sim.post('/sim/calls', { schema: { body: CallBody } }, async ({ body }) => {
    const { from, phone_number_id, id, outcome, duration = 30 } = body
    const customer = state.customers.ensure({ waId: from.replace(/\D/g, '') })
    const number = describeNumber(state, phone_number_id)
    const start = toSeconds(state.clock.now())
    const call = {
      id: id ?? createWamid(customer.waId ?? '', 'received').replace('wamid', 'wacid'),
      ...senderOf(customer),
      to: number.displayPhoneNumber,
      direction: 'USER_INITIATED',
    }
    const lane = laneOf(phone_number_id, customer.id)
    openWindow(state, lane, start * 1000)
    noteStandby(state, {
      id: call.id,
      phoneNumberId: phone_number_id,
      customer,
      type: 'call',
      content: { outcome, ...(outcome === 'answered' && { duration }) },
      at: state.clock.now(),
      isRead: true,
    })
    const post = (event: Record<string, unknown>) =>
      state.deliverer.post({
        kind: 'field',
        lane,
        url: webhookUrlOf(state, number.wabaId),
        payload: payloadOf(
          number,
          { contacts: [contactOf(customer)], calls: [{ ...call, ...event }] },
          'calls',
        ),
      })
    const connected = post({
      event: 'connect',
      timestamp: String(start),
      session: { sdp_type: 'offer', sdp: 'v=0' },
    })
    if (outcome === 'ringing') return { call_id: call.id, ...(await outcomeOf(connected)) }
    const isAnswered = outcome === 'answered'
    const ended = post({
      event: 'terminate',
      timestamp: String(start),
      status: isAnswered ? 'COMPLETED' : 'FAILED',
      ...(isAnswered && {
        start_time: String(start - duration),
        end_time: String(start),
        duration,
      }),
    })
    return { call_id: call.id, ...(await outcomeOf(ended)) }
  })
}

/** Posts the handover to the app of the business; it has no metadata and names the number as its recipient. */
function postHandover(
  state: SimulatorState,
  phoneNumberId: string,
  customer: Customer,
  {
    holder,
    reason,
    summary,
  }: { holder: 'business' | 'agent' | null; reason?: string; summary?: string },
) {
  const number = describeNumber(state, phoneNumberId)
  const { wa_id: phone } = visibleIds(customer)
  const isOurs = holder === 'business'
  const type = isOurs ? 'control_passed' : 'control_taken'
  const payload = payloadOf(
    number,
    {
      ...(phone && { sender: { phone_number: phone } }),
      recipient: {
        phone_number_id: phoneNumberId,
        display_phone_number: number.displayPhoneNumber,
      },
      type,
      timestamp: String(toSeconds(state.clock.now())),
      [type]: {
        previous_owner_role: isOurs ? 'ai_agent' : 'escalation',
        new_owner_role: isOurs ? 'escalation' : 'ai_agent',
        ...(reason !== undefined && { metadata: reason }),
        ...(summary !== undefined && {
          conversation_context: { type: 'summary', summary: { text: summary } },
        }),
      },
    },
    'messaging_handovers',
  )
  for (const { changes } of payload.entry) for (const { value } of changes) delete value.metadata
  return state.deliverer.post({
    kind: 'field',
    lane: laneOf(phoneNumberId, customer.id),
    url: webhookUrlOf(state, number.wabaId),
    payload,
  })
}
