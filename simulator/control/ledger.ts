import type { SimulatorState } from '../state.ts'

/**
 * Lists every message of both directions in order of creation, in short form: what was accepted, whether the sender
 * got the response, which statuses were reported, and whether the receiver accepted them.
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
