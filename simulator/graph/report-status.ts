import { findNumber } from '../state.ts'
import type { SentMessage, SimulatorState } from '../state.ts'
import type { Posted } from '../webhooks/deliverer.ts'
import { statusPayload } from '../webhooks/envelope.ts'

const STATUSES_KEPT = 50

/** Posts a status of a message and notes it on the message; `errorCode` belongs to `failed`. */
export function reportStatus(
  state: SimulatorState,
  message: SentMessage,
  status: string,
  errorCode: number | null = null,
  timestamp: number = Math.floor(Date.now() / 1000),
): Posted {
  const { recipient, phoneNumberId } = message
  const posted = state.deliverer.post({
    kind: 'status',
    lane: laneOf(phoneNumberId, recipient.waId ?? recipient.userId ?? recipient.input),
    messageId: message.id,
    payload: statusPayload(findNumber(state, phoneNumberId), {
      messageId: message.id,
      status,
      timestamp,
      recipient,
      isTemplate: message.type === 'template',
      opaqueData: message.opaqueData,
      errorCode,
    }),
  })
  const { id, createdAt } = posted.delivery
  message.statuses.push({ status, errorCode, at: createdAt, webhookId: id })
  if (message.statuses.length > STATUSES_KEPT) message.statuses.shift()
  return posted
}

/** Gives the lane in which everything between one business number and one customer keeps its order. */
export function laneOf(phoneNumberId: string, customer: string): string {
  return `${phoneNumberId}:${customer}`
}
