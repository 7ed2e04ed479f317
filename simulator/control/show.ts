import { toIso } from '../clock.ts'
import type { ReceivedMessage, SentMessage } from '../messages.ts'
import type { Delivery } from '../webhooks/delivery.ts'

/** Returns a message as `GET /sim/messages` shows it. */
export function showMessage(message: SentMessage) {
  return {
    id: message.id,
    phone_number_id: message.phoneNumberId,
    to: message.input,
    wa_id: message.isToUserId ? null : message.customer.waId,
    user_id: message.customer.userId,
    group_id: message.groupId,
    type: message.type,
    biz_opaque_callback_data: message.opaqueData,
    request: message.request,
    template: message.template,
    is_answered: message.isAnswered,
    received_at: toIso(message.receivedAt),
    statuses: message.statuses.map(({ status, errorCode, at, webhookId, isAcknowledged }) => ({
      status,
      error_code: errorCode,
      at: toIso(at),
      webhook_id: webhookId,
      is_acknowledged: isAcknowledged,
    })),
  }
}

/** Returns a customer's message as `GET /sim/inbound` shows it. */
export function showInbound(received: ReceivedMessage) {
  return {
    id: received.id,
    phone_number_id: received.phoneNumberId,
    customer: received.customer.id,
    group_id: received.groupId,
    type: received.type,
    message: received.message,
    sent_at: toIso(received.sentAt),
    webhook_id: received.webhookId,
    is_acknowledged: received.isAcknowledged,
    is_read_by_business: received.isReadByBusiness,
  }
}

/** Returns a webhook as `GET /sim/webhooks` shows it, without its body. */
export function showDelivery(delivery: Delivery) {
  return {
    id: delivery.id,
    kind: delivery.kind,
    url: delivery.url,
    message_id: delivery.messageIds[0] ?? null,
    message_ids: delivery.messageIds,
    state: delivery.state,
    struck_by: delivery.struckBy,
    tries: delivery.tries,
    last_status_code: delivery.lastStatusCode,
    last_error: delivery.lastError,
    created_at: toIso(delivery.createdAt),
    next_try_at: delivery.nextTryAt === null ? null : toIso(delivery.nextTryAt),
    delivered_at: delivery.deliveredAt === null ? null : toIso(delivery.deliveredAt),
    bytes: delivery.body.length,
  }
}
