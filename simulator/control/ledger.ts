import type { SimulatorState } from '../state.ts'

/**
 * Gives every message of both directions in the order in which it came to be, as short as can be: what was
 * accepted, whether the sender was told, what was reported of it, and whether the receiver took that in.
 */
export function ledgerOf(state: SimulatorState) {
  const sent = state.messages
    .newest(Infinity)
    .reverse()
    .map((message) => ({
      id: message.id,
      phone_number_id: message.phoneNumberId,
      customer: message.customer.waId ?? message.customer.userId,
      type: message.type,
      biz_opaque_callback_data: message.opaqueData,
      is_answered: message.isAnswered,
      statuses: message.statuses.map(({ status, isAcknowledged }) => ({
        status,
        is_acknowledged: isAcknowledged,
      })),
    }))
  const received = state.inbound
    .newest(Infinity)
    .reverse()
    .map(({ id, phoneNumberId, customer, type, message, isAcknowledged }) => ({
      id,
      phone_number_id: phoneNumberId,
      customer: customer.waId ?? customer.userId,
      type,
      timestamp: message.timestamp,
      is_acknowledged: isAcknowledged,
    }))
  return {
    totals: {
      sent: sent.length,
      sent_unanswered: sent.filter((one) => !one.is_answered).length,
      statuses: sent.reduce((sum, one) => sum + one.statuses.length, 0),
      statuses_unacknowledged: sent.reduce(
        (sum, one) => sum + one.statuses.filter((status) => !status.is_acknowledged).length,
        0,
      ),
      received: received.length,
      received_unacknowledged: received.filter((one) => !one.is_acknowledged).length,
      webhooks_pending: state.deliverer.pendingCount(),
    },
    sent,
    received,
  }
}
