import { Type } from '@fastify/type-provider-typebox'
import type { SentMessage } from '../state.ts'
import type { Delivery } from '../webhooks/deliverer.ts'

const Text = Type.String({ minLength: 1 })
const Phone = Type.String({ pattern: '^[+]?[0-9 ()-]{5,30}$' })
const Digits = Type.String({ pattern: '^\\d{1,30}$' })

/** What plays an inbound message; every field not named here goes into the message as it is. */
export const InboundBody = Type.Object({
  from: Phone,
  phone_number_id: Digits,
  name: Type.Optional(Text),
  user_id: Type.Optional(Text),
  display_phone_number: Type.Optional(Text),
  waba_id: Type.Optional(Digits),
  id: Type.Optional(Text),
  type: Type.Optional(Text),
  timestamp: Type.Optional(Type.Integer({ minimum: 0 })),
})

/** A whole webhook payload to be signed and posted. */
export const PayloadBody = Type.Object({
  payload: Type.Object({}, { additionalProperties: true }),
})

/** A status to report of a message taken earlier; `error_code` belongs to `failed`. */
export const StatusBody = Type.Object({
  status: Type.Enum(['sent', 'delivered', 'read', 'played', 'failed']),
  error_code: Type.Optional(Type.Integer({ minimum: 0 })),
  timestamp: Type.Optional(Type.Integer({ minimum: 0 })),
})

/** How many items of a list to give, newest first, and of which customer or sender's own id. */
export const ListQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 10_000, default: 100 }),
  to: Type.Optional(Type.String()),
  biz_opaque_callback_data: Type.Optional(Type.String()),
})

/** Gives a message as `GET /sim/messages` shows it. */
export function showMessage(message: SentMessage) {
  return {
    id: message.id,
    phone_number_id: message.phoneNumberId,
    to: message.recipient.input,
    wa_id: message.recipient.waId,
    user_id: message.recipient.userId,
    type: message.type,
    biz_opaque_callback_data: message.opaqueData,
    request: message.request,
    received_at: message.receivedAt,
    statuses: message.statuses.map(({ status, errorCode, at, webhookId }) => ({
      status,
      error_code: errorCode,
      at,
      webhook_id: webhookId,
    })),
  }
}

/** Gives a webhook as `GET /sim/webhooks` shows it, without its body. */
export function showDelivery(delivery: Delivery) {
  return {
    id: delivery.id,
    kind: delivery.kind,
    message_id: delivery.messageId,
    state: delivery.state,
    tries: delivery.tries,
    last_status_code: delivery.lastStatusCode,
    last_error: delivery.lastError,
    created_at: delivery.createdAt,
    next_try_at: delivery.nextTryAt,
    delivered_at: delivery.deliveredAt,
    bytes: delivery.body.length,
  }
}
