import { createHash } from 'node:crypto'
import { ERROR_CODES_PAGE, errorOf } from '../graph/errors.ts'

/** A business's number on the platform: its id, its account's id and the number people see. */
export interface BusinessNumber {
  phoneNumberId: string
  wabaId: string
  displayPhoneNumber: string
}

/** Who a message goes to: a phone (`waId`, digits) or a user without one (`userId`). */
export interface Recipient {
  input: string
  waId: string | null
  userId: string | null
}

/** Gives a number nobody has described yet: account id and display number follow from its id. */
export function unknownNumber(phoneNumberId: string): BusinessNumber {
  const digest = createHash('sha256').update(phoneNumberId).digest()
  const digits = (at: number, length: number) =>
    String(digest.readUIntBE(at, 6)).padStart(length, '0').slice(-length)
  return { phoneNumberId, wabaId: `2${digits(0, 14)}`, displayPhoneNumber: `1555${digits(6, 7)}` }
}

/** Gives a payload that carries one `messages` value of a business number. */
export function payloadOf(number: BusinessNumber, value: Record<string, unknown>) {
  const metadata = {
    display_phone_number: number.displayPhoneNumber,
    phone_number_id: number.phoneNumberId,
  }
  return {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: number.wabaId,
        changes: [
          { value: { messaging_product: 'whatsapp', metadata, ...value }, field: 'messages' },
        ],
      },
    ],
  }
}

/** Gives the payload of one inbound message; `message` holds `from`, `id`, `type` and the type's node. */
export function inboundPayload(
  number: BusinessNumber,
  customer: { waId: string; name: string; userId: string | null },
  message: Record<string, unknown>,
) {
  const contact = {
    profile: { name: customer.name },
    wa_id: customer.waId,
    ...(customer.userId && { user_id: customer.userId }),
  }
  return payloadOf(number, { contacts: [contact], messages: [message] })
}

/** A step of a sent message; `timestamp` in unix seconds, `errorCode` only with `failed`. */
export interface StatusStep {
  messageId: string
  status: string
  timestamp: number
  recipient: Recipient
  isTemplate: boolean
  opaqueData: string | null
  errorCode: number | null
}

/**
 * Gives the payload of one status: prices on `sent` and `delivered` only, no `conversation`, and no
 * `contacts` on `failed`. Source: the platform's status webhook of v24.0.
 */
export function statusPayload(number: BusinessNumber, step: StatusStep) {
  const { recipient, errorCode } = step
  const ids = {
    ...(recipient.waId && { wa_id: recipient.waId }),
    ...(recipient.userId && { user_id: recipient.userId }),
  }
  const status = {
    id: step.messageId,
    status: step.status,
    timestamp: String(step.timestamp),
    ...(recipient.waId && { recipient_id: recipient.waId }),
    ...(recipient.userId && { recipient_user_id: recipient.userId }),
    ...(step.opaqueData !== null && { biz_opaque_callback_data: step.opaqueData }),
    ...(['sent', 'delivered'].includes(step.status) && { pricing: priceOf(step.isTemplate) }),
    ...(errorCode !== null && { errors: [statusError(errorCode)] }),
  }
  return payloadOf(number, {
    ...(step.status !== 'failed' && { contacts: [ids] }),
    statuses: [status],
  })
}

function priceOf(isTemplate: boolean) {
  return isTemplate
    ? { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' }
    : { billable: false, pricing_model: 'PMP', type: 'free_customer_service', category: 'service' }
}

function statusError(code: number) {
  const { title, details } = errorOf(code)
  return { code, title, message: title, error_data: { details }, href: ERROR_CODES_PAGE }
}
