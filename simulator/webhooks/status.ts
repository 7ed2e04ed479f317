import { createHash } from 'node:crypto'
import type { Customer } from '../customers/customer.ts'
import { errorOf, ERROR_CODES_PAGE } from '../graph/errors.ts'
import { payloadOf, visibleIds } from './envelope.ts'
import type { BusinessNumber } from './envelope.ts'

/** The price of a message, as its statuses carry it. */
export interface Price {
  category: string
  type: 'regular' | 'free_customer_service' | 'free_entry_point'
}

/** A status of a sent message; `timestamp` in unix seconds, `errorCode` only with `failed`. */
interface StatusStep {
  messageId: string
  status: string
  timestamp: number
  customer: Customer
  /** Whether the send named a user id, so that a failure must not reveal the phone number. */
  isToUserId: boolean
  groupId: string | null
  price: Price
  opaqueData: string | null
  errorCode: number | null
  /** Whether the webhooks have a version that includes conversations. */
  tellsConversation: boolean
}

const PRICED = ['sent', 'delivered']

/**
 * Returns the payload of one status: prices on `sent` and `delivered` only, `conversation` up to v23.0, and no
 * `contacts` on `failed`. Source: the platform's status webhook of v24.0.
 */
export function statusPayload(number: BusinessNumber, step: StatusStep) {
  const { customer, errorCode, groupId, price } = step
  const ids = visibleIds(customer)
  const isFailed = step.status === 'failed'
  const isPriced = PRICED.includes(step.status)
  const status = {
    id: step.messageId,
    status: step.status,
    timestamp: String(step.timestamp),
    ...(groupId === null
      ? recipientOf(ids, isFailed && !step.isToUserId)
      : participantOf(groupId, ids)),
    ...(step.opaqueData !== null && { biz_opaque_callback_data: step.opaqueData }),
    ...(step.tellsConversation && isPriced && { conversation: conversationOf(step) }),
    ...(isPriced && {
      pricing: {
        billable: price.type === 'regular',
        pricing_model: 'PMP',
        type: price.type,
        category: price.category,
      },
    }),
    ...(errorCode !== null && { errors: [statusError(errorCode)] }),
  }
  return payloadOf(number, { ...(!isFailed && { contacts: [ids] }), statuses: [status] })
}

function recipientOf(ids: Record<string, string>, isPhoneAlone: boolean) {
  return {
    ...(ids.wa_id && { recipient_id: ids.wa_id }),
    ...(!isPhoneAlone && ids.user_id && { recipient_user_id: ids.user_id }),
    ...(!isPhoneAlone && ids.parent_user_id && { recipient_parent_user_id: ids.parent_user_id }),
  }
}

function participantOf(groupId: string, ids: Record<string, string>) {
  return {
    recipient_id: groupId,
    recipient_type: 'group',
    ...(ids.wa_id && { recipient_participant_id: ids.wa_id }),
    ...(ids.user_id && { recipient_participant_user_id: ids.user_id }),
  }
}

function conversationOf({ messageId, timestamp, status, price }: StatusStep) {
  const id = createHash('md5').update(messageId).digest('hex')
  return {
    id,
    ...(status === 'sent' && { expiration_timestamp: String(timestamp + 24 * 60 * 60) }),
    origin: { type: price.category },
  }
}

function statusError(code: number) {
  const { title, details } = errorOf(code)
  return { code, title, message: title, error_data: { details }, href: ERROR_CODES_PAGE }
}
