import { toIso } from '../clock.ts'
import type { Customer } from '../customers/customer.ts'
import { formatPhone } from '../customers/format-phone.ts'
import type { RenderedTemplate } from '../graph/render-template.ts'
import type { Reactions, ReceivedMessage, SentMessage, StandbyEntry } from '../messages.ts'

/** A message as a conversation shows it; times are RFC 3339. */
export interface Entry {
  id: string
  direction: 'business' | 'customer'
  /** Whether the platform's agent wrote it for the business. */
  is_by_agent: boolean
  phone_number_id: string
  customer: string
  group_id: string | null
  type: string
  content: unknown
  template: RenderedTemplate | null
  context_id: string | null
  status: string
  error_code: number | null
  at: string
  reactions: Reactions
  is_revoked: boolean
  is_blocked: boolean
  edited_text: string | null
}

/** Returns a message of the business as a conversation shows it. */
export function showSentEntry(message: SentMessage): Entry {
  const { request, type, statuses } = message
  const failed = statuses.find(({ status }) => status === 'failed')
  const reached = ['played', 'read', 'delivered', 'sent'].find((name) =>
    statuses.some(({ status }) => status === name),
  )
  const context = request.context as { message_id?: string } | undefined
  return {
    id: message.id,
    direction: 'business',
    is_by_agent: false,
    phone_number_id: message.phoneNumberId,
    customer: message.customer.id,
    group_id: message.groupId,
    type,
    content: request[type] ?? null,
    template: message.template,
    context_id: context?.message_id ?? null,
    status: failed && reached === undefined ? 'failed' : (reached ?? 'accepted'),
    error_code: failed?.errorCode ?? null,
    at: toIso(message.receivedAt),
    reactions: message.reactions,
    is_revoked: false,
    is_blocked: message.isBlocked,
    edited_text: null,
  }
}

/** Returns a message of the customer as a conversation shows it; `sent` until the business's receiver has it. */
export function showReceivedEntry(message: ReceivedMessage): Entry {
  const { type, message: node } = message
  const context = node.context as { id?: string } | undefined
  return {
    id: message.id,
    direction: 'customer',
    is_by_agent: false,
    phone_number_id: message.phoneNumberId,
    customer: message.customer.id,
    group_id: message.groupId,
    type,
    content: node[type] ?? null,
    template: null,
    context_id: context?.id ?? null,
    status: message.isReadByBusiness ? 'read' : message.isAcknowledged ? 'delivered' : 'sent',
    error_code: null,
    at: toIso(message.sentAt),
    reactions: message.reactions,
    is_revoked: message.isRevoked,
    is_blocked: false,
    edited_text: message.editedText,
  }
}

/** Returns a call, or a message of the platform's agent, as a conversation shows it. */
export function showStandbyEntry(entry: StandbyEntry): Entry {
  const isCall = entry.type === 'call'
  return {
    id: entry.id,
    direction: isCall ? 'customer' : 'business',
    is_by_agent: !isCall,
    phone_number_id: entry.phoneNumberId,
    customer: entry.customer.id,
    group_id: null,
    type: entry.type,
    content: entry.content,
    template: null,
    context_id: null,
    status: isCall || entry.isRead ? 'read' : 'delivered',
    error_code: null,
    at: toIso(entry.at),
    reactions: {},
    is_revoked: false,
    is_blocked: false,
    edited_text: null,
  }
}

/** Returns a customer as the control API shows them. */
export function showCustomer(customer: Customer) {
  return {
    id: customer.id,
    name: customer.name,
    wa_id: customer.waId,
    phone: customer.waId && formatPhone(customer.waId),
    user_id: customer.userId,
    parent_user_id: customer.parentUserId,
    username: customer.username,
    hides_phone: customer.hidesPhone,
    is_online: customer.isOnline,
    sends_receipts: customer.sendsReceipts,
    has_account: customer.hasAccount,
    blocks_business: customer.blocksBusiness,
    refuses_marketing: customer.refusesMarketing,
  }
}
