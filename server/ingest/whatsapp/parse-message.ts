import { toE164, waIdToE164 } from '../../lib/phone.ts'
import { toList, toRecord, toStorable, toText } from '../storable.ts'
import { toTime } from './parse-time.ts'

/** Who wrote: at least one of `waId` (digits) and `userId` (business-scoped, such as `IN.123`) is known. */
export type Sender = {
  waId: string | undefined
  userId: string | undefined
  phoneE164: string | undefined
  name: string | undefined
}

/** An inbound message. `content` is the platform's node, where it says more than the text. */
export type ParsedMessage = {
  platformMessageId: string
  sender: Sender
  type: 'text' | 'unsupported'
  text: string | null
  content: unknown
  at: Date
  opensWindow: boolean
}

/** Longest platform id that an index can keep; the platform names no limit. */
export const PLATFORM_ID_CHARACTERS_MAX = 512

/** Types that are not something the customer says, so they open no customer service window. */
const silentTypes = new Set(['system', 'edit', 'revoke'])
const plainKeys = new Set(['from', 'from_user_id', 'id', 'timestamp', 'type', 'text'])

/**
 * The message that `node` is, or why it is none: `no_id`, `no_sender`. `contacts` are those of its value, which
 * stand in no order; a time that cannot be read is `receivedAt`. Source: Cloud API, "Webhooks: messages".
 */
export function parseMessage(
  node: unknown,
  contacts: unknown,
  receivedAt: Date,
): ParsedMessage | { problem: 'no_id' | 'no_sender'; platformMessageId?: string } {
  const message = toRecord(node)
  const platformMessageId = toText(message['id'], PLATFORM_ID_CHARACTERS_MAX)
  if (platformMessageId === undefined) return { problem: 'no_id' }
  const sender = readSender(message, toList(contacts).map(toRecord))
  if (!sender) return { problem: 'no_sender', platformMessageId }
  const isGroup = message['group_id'] !== undefined
  const body = toRecord(message['text'])['body']
  const isText = message['type'] === 'text' && typeof body === 'string' && !isGroup
  const isPlain = isText && Object.keys(message).every((key) => plainKeys.has(key))
  return {
    platformMessageId,
    sender,
    type: isText ? 'text' : 'unsupported',
    text: isText ? (toStorable(body) as string) : null,
    content: isPlain ? null : toStorable(message),
    at: toTime(message['timestamp'], receivedAt),
    opensWindow: !isGroup && !silentTypes.has(String(message['type'])),
  }
}

function readSender(
  message: Record<string, unknown>,
  contacts: Record<string, unknown>[],
): Sender | undefined {
  const from = toWaId(message['from'])
  const fromUser = toUserId(message['from_user_id'])
  const contact =
    contacts.find((each) => from !== undefined && toWaId(each['wa_id']) === from) ??
    contacts.find((each) => fromUser !== undefined && toUserId(each['user_id']) === fromUser) ??
    (from === undefined && fromUser === undefined && contacts.length === 1
      ? contacts[0]
      : undefined)
  const waId = from ?? toWaId(contact?.['wa_id'])
  const userId = fromUser ?? toUserId(contact?.['user_id'])
  if (waId === undefined && userId === undefined) return undefined
  const name = toRecord(contact?.['profile'])['name']
  return {
    waId,
    userId,
    phoneE164: waId === undefined ? undefined : (toE164(`+${waId}`) ?? waIdToE164(waId)),
    name:
      typeof name === 'string'
        ? (toStorable(name.trim().slice(0, 200)) as string) || undefined
        : undefined,
  }
}

function toWaId(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{5,20}$/.test(value) ? value : undefined
}

function toUserId(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Z]{2}\.(ENT\.)?[0-9A-Za-z]{1,128}$/.test(value)
    ? value
    : undefined
}
