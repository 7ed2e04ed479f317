import { queryOptions } from '@tanstack/react-query'
import type { ContactCanSend } from '#messages/can-send-schema.ts'
import { api } from '../../../lib/api.ts'
import type { MessageContact } from '../../../lib/new-message.ts'
import type { Wire } from '../../../lib/wire.ts'

/** The recipient of a new message: a contact, or a phone number as it was typed. */
export type Recipient =
  | { kind: 'contact'; contact: MessageContact }
  | { kind: 'phone'; phone: string }

/** What can be sent to a recipient on each channel. */
export type Reach = Wire<ContactCanSend>

/** One channel on which a recipient can, or cannot, be reached. */
export type ReachedChannel = Reach['channels'][number]

/** Returns the fields of the API that name a recipient. */
export function toTarget(recipient: Recipient): { person_id: string } | { phone_e164: string } {
  return recipient.kind === 'contact'
    ? { person_id: recipient.contact.id }
    : { phone_e164: recipient.phone }
}

/** Reads what can be sent to a recipient. The state may change at any time, so nothing is kept. */
export const reachQuery = (recipient: Recipient) =>
  queryOptions({
    queryKey: ['can-send', 'contact', toTarget(recipient)],
    queryFn: ({ signal }) => api.get<Reach>('/api/v1/chats/can-send', toTarget(recipient), signal),
    gcTime: 0,
    retry: false,
  })
