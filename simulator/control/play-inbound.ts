import { laneOf } from '../graph/report-status.ts'
import { createWamid } from '../graph/wamid.ts'
import { findNumber } from '../state.ts'
import type { SimulatorState } from '../state.ts'
import type { Posted } from '../webhooks/deliverer.ts'
import { inboundPayload } from '../webhooks/envelope.ts'

/** A message a customer is to have sent; what `node` holds goes into the message as it is. */
export interface Inbound {
  from: string
  name: string | undefined
  userId: string | undefined
  phoneNumberId: string
  displayPhoneNumber: string | undefined
  wabaId: string | undefined
  id: string | undefined
  type: string | undefined
  timestamp: number | undefined
  node: Record<string, unknown>
}

/** Posts a customer's message; a `text` given as a string becomes the node of a text message. */
export function playInbound(
  state: SimulatorState,
  inbound: Inbound,
): Posted & { messageId: string } {
  const waId = inbound.from.replace(/\D/g, '')
  const known = findNumber(state, inbound.phoneNumberId)
  const number = {
    phoneNumberId: inbound.phoneNumberId,
    displayPhoneNumber: inbound.displayPhoneNumber?.replace(/\D/g, '') || known.displayPhoneNumber,
    wabaId: inbound.wabaId ?? known.wabaId,
  }
  state.numbers.add(number.phoneNumberId, number)

  const messageId = inbound.id ?? createWamid(waId, 'received')
  const { text } = inbound.node
  const message = {
    from: waId,
    ...(inbound.userId && { from_user_id: inbound.userId }),
    id: messageId,
    timestamp: String(inbound.timestamp ?? Math.floor(Date.now() / 1000)),
    type: inbound.type ?? 'text',
    ...inbound.node,
    ...(typeof text === 'string' && { text: { body: text } }),
  }
  const customer = { waId, name: inbound.name ?? `+${waId}`, userId: inbound.userId ?? null }
  const posted = state.deliverer.post({
    kind: 'inbound',
    lane: laneOf(number.phoneNumberId, waId),
    messageId,
    payload: inboundPayload(number, customer, message),
  })
  return { ...posted, messageId }
}
