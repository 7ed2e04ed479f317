import { createHash } from 'node:crypto'
import { toSeconds } from '../clock.ts'
import type { Customer } from '../customers/customer.ts'
import { webhookUrlOf } from '../graph/accounts.ts'
import { createWamid } from '../graph/wamid.ts'
import { laneOf } from '../messages.ts'
import { describeNumber } from '../state.ts'
import type { SimulatorState } from '../state.ts'
import type { Posted } from '../webhooks/deliverer.ts'
import { contactOf, payloadOf, senderOf, visibleIds } from '../webhooks/envelope.ts'

/** A change in a customer's account, and the number that is notified. */
interface CustomerEvent {
  event:
    | 'user_changed_number'
    | 'customer_identity_changed'
    | 'user_changed_user_id'
    | 'user_id_update'
    | 'marketing_stop'
    | 'marketing_resume'
  phoneNumberId: string
  waId: string | undefined
  userId: string | undefined
}

/** Changes a customer's account and posts the webhook that notifies the business. */
export function playCustomerEvent(
  state: SimulatorState,
  customer: Customer,
  event: CustomerEvent,
): Posted {
  const { phoneNumberId } = event
  const number = describeNumber(state, phoneNumberId)
  const timestamp = String(toSeconds(state.clock.now()))
  const before = { ...customer }
  const { field, value } = valueOf(before, event, timestamp)
  state.customers.change(customer, changeOf(event))
  return state.deliverer.post({
    kind: 'field',
    lane: laneOf(phoneNumberId, customer.id),
    url: webhookUrlOf(state, number.wabaId),
    payload: payloadOf(number, value, field),
  })
}

function changeOf({ event, waId, userId }: CustomerEvent): Partial<Customer> {
  switch (event) {
    case 'user_changed_number':
      return { ...(waId && { waId }), ...(userId && { userId }) }
    case 'user_changed_user_id':
    case 'user_id_update':
      return { ...(userId && { userId }) }
    case 'marketing_stop':
      return { refusesMarketing: true }
    case 'marketing_resume':
      return { refusesMarketing: false }
    case 'customer_identity_changed':
      return {}
  }
}

function valueOf(customer: Customer, { event, waId, userId }: CustomerEvent, timestamp: string) {
  const { name } = customer
  const message = {
    ...senderOf(customer),
    id: createWamid(customer.waId ?? customer.userId ?? '', 'received'),
    timestamp,
    type: 'system',
  }
  const system = (node: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
    field: 'messages',
    value: { messages: [{ ...message, ...more, system: { ...node, type: event } }] },
  })
  switch (event) {
    case 'user_changed_number':
      return system({
        body: `User ${name} changed from ${customer.waId} to ${waId}`,
        wa_id: waId,
        ...(userId && { user_id: userId }),
      })
    case 'user_changed_user_id':
      return system({
        body: `User ${name} changed from ${customer.userId} to ${userId}`,
        user_id: userId,
      })
    case 'customer_identity_changed': {
      const hash = createHash('sha256').update(message.id).digest('base64').slice(0, 12)
      const identity = { acknowledged: true, created_timestamp: timestamp, hash }
      const { field, value } = system({ body: 'User identity changed' }, { identity })
      return { field, value: { contacts: [contactOf(customer)], ...value } }
    }
    case 'user_id_update':
      return {
        field: event,
        value: {
          contacts: [contactOf({ ...customer, userId: userId ?? null })],
          user_id_update: [
            {
              ...(customer.waId && !customer.hidesPhone && { wa_id: customer.waId }),
              detail: `User id for ${name} has been updated.`,
              user_id: { previous: customer.userId, current: userId },
              timestamp,
            },
          ],
        },
      }
    case 'marketing_stop':
    case 'marketing_resume': {
      const value = event === 'marketing_stop' ? 'stop' : 'resume'
      const preference = {
        ...visibleIds(customer),
        detail: `User requested to ${value} marketing messages`,
        category: 'marketing_messages',
        value,
        timestamp: Number(timestamp),
      }
      return {
        field: 'user_preferences',
        value: { contacts: [contactOf(customer)], user_preferences: [preference] },
      }
    }
  }
}
