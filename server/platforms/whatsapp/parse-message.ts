import type { MessageDirection } from '#shared/messages.ts'
import type { Customer, Referral } from '../item.ts'
import type { Reading } from '../item.ts'
import { problemOf } from '../problem-of.ts'
import { toTime } from '../to-time.ts'
import { toList, toRecord, toStorable, toText } from '../to-storable.ts'
import { parseContent } from './parse-content.ts'
import { toCustomer, toUserId, toWaId, withContact } from './to-customer.ts'
import type { CustomerIds } from './to-customer.ts'

/** Longest platform id that an index can hold; the platform documents no limit. */
export const PLATFORM_ID_CHARACTERS_MAX = 512

/** Context of a message node: its side, its arrival, and the contacts of its value, which have no order. */
type MessageFrame = {
  direction: MessageDirection
  origin: 'echo' | 'history' | null
  contacts: unknown
  /** Customer, where the node itself names none. */
  ids?: CustomerIds
  receivedAt: Date
  /** Whether another app held the conversation at that time. */
  isStandby?: boolean
}

/** System messages that report a customer's new number or user id. */
const identityChanges = new Set(['user_changed_number', 'user_changed_user_id'])

/**
 * Parses a message node into a message, an update of one, or a change of a customer's ids, or returns a problem:
 * `no_id`, `no_sender`, `no_target`. A time that cannot be read becomes the time of arrival.
 * Source: Cloud API, "Webhooks: messages".
 */
export function parseMessage(value: unknown, frame: MessageFrame): Reading {
  const node = toRecord(value)
  const platformMessageId = toText(node['id'], PLATFORM_ID_CHARACTERS_MAX)
  const problem = problemOf('message', platformMessageId)
  if (platformMessageId === undefined) return problem('no_id')
  const customer = toCustomer(withContact(frame.ids ?? idsOf(node, frame), frame.contacts))
  const type = String(node['type'])
  if (type === 'edit' || type === 'revoke' || type === 'reaction') {
    const update = parseUpdate(node, type, platformMessageId, customer, frame)
    return update ?? problem('no_target')
  }
  if (!customer) return problem('no_sender')
  const systemType = toRecord(node['system'])['type']
  if (type === 'system' && identityChanges.has(String(systemType)))
    return parseIdentityChange(node, String(systemType), platformMessageId, customer, frame)
  const content = parseContent(node)
  const groupId = toText(node['group_id'], PLATFORM_ID_CHARACTERS_MAX)
  const isSystem = content.type === 'system'
  const isLive = frame.origin === null && frame.direction === 'inbound'
  return {
    kind: 'message',
    message: {
      ...content,
      platformMessageId,
      direction: frame.direction,
      origin: frame.origin,
      customer: withSharedPhone(customer, node),
      groupId,
      replyTo: toText(toRecord(node['context'])['id'], PLATFORM_ID_CHARACTERS_MAX),
      referral: isLive ? toReferral(node['referral']) : undefined,
      at: toTime(node['timestamp'], frame.receivedAt),
      opensWindow: isLive && !isSystem && groupId === undefined,
      isSilent: isSystem || frame.origin === 'history',
      status: frame.direction === 'inbound' ? 'received' : toSentStatus(node),
      heldBy: groupId === undefined && !isSystem ? toHolder(content, frame) : undefined,
    },
  }
}

/**
 * Returns who held the conversation when a message was reported. An answer to a request to call is sent to every app,
 * and the phone's app holds no conversations. Source: Cloud API, "Standby webhooks".
 */
function toHolder(
  { content }: { content: unknown },
  { isStandby, origin, direction }: MessageFrame,
): 'workspace' | 'other' | undefined {
  if (isStandby) return 'other'
  const { type } = toRecord(toRecord(content)['interactive'])
  const isLive = origin === null && direction === 'inbound'
  return isLive && type !== 'call_permission_reply' ? 'workspace' : undefined
}

function idsOf(node: Record<string, unknown>, { direction }: MessageFrame): CustomerIds {
  const side = direction === 'inbound' ? 'from' : 'to'
  return {
    waId: toWaId(node[side]),
    userId: toUserId(node[`${side}_user_id`]),
    parentUserId: toUserId(node[`${side}_parent_user_id`]),
  }
}

/** Adds the number that the customer shared on request; it arrives as a contact without a name. */
function withSharedPhone(customer: Customer, node: Record<string, unknown>): Customer {
  const contacts = node['type'] === 'contacts' ? toList(node['contacts']).map(toRecord) : []
  const own = contacts.find((contact) => contact['origin'] === 'contact_request')
  const waId = toWaId(toRecord(toList(own?.['phones'])[0])['wa_id'])
  if (waId === undefined || customer.phoneE164 !== undefined) return customer
  const shared = toCustomer({ waId, userId: undefined })!
  return {
    ...customer,
    phoneE164: shared.phoneE164,
    identities: [...customer.identities, ...shared.identities],
  }
}

function parseUpdate(
  node: Record<string, unknown>,
  kind: 'edit' | 'revoke' | 'reaction',
  platformUpdateId: string,
  customer: Customer | undefined,
  frame: MessageFrame,
): Reading | undefined {
  const body = toRecord(node[kind])
  const target = kind === 'reaction' ? body['message_id'] : body['original_message_id']
  const platformMessageId = toText(target, PLATFORM_ID_CHARACTERS_MAX)
  if (platformMessageId === undefined) return undefined
  const emoji = toText(body['emoji'], 64) ?? null
  const edited = kind === 'edit' ? parseContent(toRecord(body['message'])).text : null
  return {
    kind: 'update',
    update: {
      kind,
      platformUpdateId,
      platformMessageId,
      direction: frame.direction,
      actors: frame.direction === 'inbound' ? (customer?.addresses ?? []) : ['business'],
      text: kind === 'reaction' ? emoji : edited,
      at: toTime(node['timestamp'], frame.receivedAt),
    },
  }
}

function parseIdentityChange(
  node: Record<string, unknown>,
  event: string,
  platformMessageId: string,
  from: Customer,
  frame: MessageFrame,
): Reading {
  const system = toRecord(node['system'])
  const to = toCustomer({
    waId: toWaId(system['wa_id'] ?? system['new_wa_id']),
    userId: toUserId(system['user_id']),
    parentUserId: toUserId(system['parent_user_id']),
  })
  const previous = toCustomer({ waId: undefined, userId: previousUserId(system) })
  return {
    kind: 'event',
    event: {
      field: 'messages',
      event,
      data: toStorable(node),
      at: toTime(node['timestamp'], frame.receivedAt),
      fingerprint: `message ${platformMessageId}`,
      person: to && {
        change: 'identity',
        from: previous
          ? {
              ...from,
              addresses: [...from.addresses, ...previous.addresses],
              identities: [...from.identities, ...previous.identities],
            }
          : from,
        to,
      },
    },
  }
}

/** Returns the former user id: some versions name it, others only mention it in a sentence. */
function previousUserId(system: Record<string, unknown>): string | undefined {
  const said = /changed from ([A-Z]{2}\.[0-9A-Za-z.]+) to/.exec(String(system['body']))?.[1]
  return toUserId(system['previous_user_id']) ?? toUserId(said)
}

function toReferral(value: unknown): Referral | undefined {
  const referral = toRecord(value)
  if (Object.keys(referral).length === 0) return undefined
  const type = toText(referral['source_type'], 40)
  return {
    source: type === undefined ? 'whatsapp' : `whatsapp_${type}`,
    campaign: toText(referral['source_id'], 200) ?? toText(referral['headline'], 200),
    details: toStorable(referral),
  }
}

/** Returns the status of a message that the phone app sent: that of its history, where it has one. */
function toSentStatus(node: Record<string, unknown>): 'sent' | 'delivered' | 'read' | 'failed' {
  const status = String(toRecord(node['history_context'])['status'])
  if (status === 'READ' || status === 'PLAYED') return 'read'
  if (status === 'ERROR') return 'failed'
  return status === 'DELIVERED' ? 'delivered' : 'sent'
}
