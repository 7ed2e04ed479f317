import { showReceivedEntry } from '../control/entries.ts'
import type { SimulatorState } from '../state.ts'
import { badParameter } from './errors.ts'

/** Duration of a typing indicator. Source: Cloud API, "Typing indicators". */
const TYPING_MS = 25_000

/** Marks a customer's message and those before it as read by the business, and shows typing if requested. */
export function markRead(
  state: SimulatorState,
  phoneNumberId: string,
  { status, message_id, typing_indicator }: Record<string, unknown>,
): { success: true } {
  if (status !== 'read') throw badParameter("Param status must be 'read'.")
  if (typeof message_id !== 'string' || message_id === '') {
    throw badParameter('The parameter message_id is required.')
  }
  const type = (typing_indicator as { type?: unknown } | undefined)?.type
  if (typing_indicator !== undefined && type !== 'text') {
    throw badParameter("Param typing_indicator['type'] must be 'text'.")
  }
  const read = state.inbound.get(message_id)
  if (!read) return { success: true }
  const earlier = state.inbound.newest(
    Infinity,
    (one) =>
      one.customer === read.customer &&
      one.phoneNumberId === phoneNumberId &&
      one.sentAt <= read.sentAt &&
      !one.isReadByBusiness,
  )
  for (const message of earlier) {
    message.isReadByBusiness = true
    state.hub.tell('message', () => showReceivedEntry(message))
  }
  if (type === 'text') {
    state.hub.tell('typing', () => ({
      phone_number_id: phoneNumberId,
      customer: read.customer.id,
      for_ms: TYPING_MS,
    }))
  }
  return { success: true }
}
