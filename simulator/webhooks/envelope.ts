import { createHash } from 'node:crypto'
import { toSeconds } from '../clock.ts'
import type { Customer } from '../customers/customer.ts'
import type { Payload } from './merge.ts'

/** A business's number on the platform: its id, its account's id and the displayed number. */
export interface BusinessNumber {
  phoneNumberId: string
  wabaId: string
  displayPhoneNumber: string
}

/** Returns a number that was not registered: account id and display number are derived from its id. */
export function unknownNumber(phoneNumberId: string): BusinessNumber {
  const digest = createHash('sha256').update(phoneNumberId).digest()
  const digits = (at: number, length: number) =>
    String(digest.readUIntBE(at, 6)).padStart(length, '0').slice(-length)
  return { phoneNumberId, wabaId: `2${digits(0, 14)}`, displayPhoneNumber: `1555${digits(6, 7)}` }
}

/** Returns a payload with one value of a business number; the field is `messages` by default. */
export function payloadOf(
  number: BusinessNumber,
  value: Record<string, unknown>,
  field = 'messages',
): Payload {
  const metadata = {
    display_phone_number: number.displayPhoneNumber,
    phone_number_id: number.phoneNumberId,
  }
  return {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: number.wabaId,
        changes: [{ value: { messaging_product: 'whatsapp', metadata, ...value }, field }],
      },
    ],
  }
}

/** Returns a payload about a whole account: it names no number, and its time is in unix seconds. */
export function accountPayload(
  wabaId: string,
  field: string,
  value: Record<string, unknown>,
  timeMs: number,
): Payload {
  return {
    object: 'whatsapp_business_account',
    entry: [{ id: wabaId, time: toSeconds(timeMs), changes: [{ value, field }] }],
  }
}

/** Returns the ids of a customer that the business may see, under their names in `contacts`. */
export function visibleIds(customer: Customer): Record<string, string> {
  const { waId, userId, parentUserId, hidesPhone } = customer
  return {
    ...(waId && !hidesPhone && { wa_id: waId }),
    ...(userId && { user_id: userId }),
    ...(parentUserId && { parent_user_id: parentUserId }),
  }
}

/** Returns a customer as an item of `contacts`. */
export function contactOf(customer: Customer) {
  const { name, username } = customer
  return {
    profile: { name, ...(username && { username: `@${username.replace(/^@/, '')}` }) },
    ...visibleIds(customer),
  }
}

/** Returns the ids of a message's sender, under their names in `messages`. */
export function senderOf(customer: Customer): Record<string, string> {
  const { wa_id, user_id, parent_user_id } = visibleIds(customer)
  return {
    ...(wa_id && { from: wa_id }),
    ...(user_id && { from_user_id: user_id }),
    ...(parent_user_id && { from_parent_user_id: parent_user_id }),
  }
}
