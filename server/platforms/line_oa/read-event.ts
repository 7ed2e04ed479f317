import { fingerprintOf } from '../fingerprint.ts'
import type { Customer, Reading } from '../item.ts'
import type { Part } from '../part.ts'
import { toRecord, toStorable, toText } from '../storable.ts'
import { toTime } from '../to-time.ts'

/** Longest platform id that an index can hold. */
const ID_CHARACTERS_MAX = 512
const TEXT_CHARACTERS_MAX = 65_536

/** Event of a conversation with one customer. */
type Frame = { node: Record<string, unknown>; customer: Customer; at: Date }

/**
 * Reads one event of an account. An event in `standby` is for another app to answer. Times are milliseconds. Source:
 * LINE Developers, Messaging API reference, "Webhook event objects".
 */
export function readEvent({ account, field, value: node }: Part, receivedAt: Date): Reading[] {
  if (node['mode'] === 'standby') return [{ kind: 'kept', about: field, reason: 'standby' }]
  const source = toRecord(node['source'])
  if (source['type'] !== 'user') return [{ kind: 'kept', about: field, reason: 'not_a_user' }]
  const userId = toText(source['userId'], 100)
  if (userId === undefined) return [toProblem('no_sender')]
  const customer: Customer = {
    addresses: [userId],
    identities: [{ kind: 'line_user_id', value: userId }],
    phoneE164: undefined,
    name: undefined,
  }
  const at = toTime(node['timestamp'], receivedAt, 1)
  const frame = { node, customer, at }
  if (field === 'message') return [readMessage(frame)]
  if (field === 'unsend') return [readUnsend(frame)]
  const { replyToken: _secret, deliveryContext: _delivery, ...data } = node
  return [
    {
      kind: 'event',
      event: {
        field,
        event: undefined,
        data: toStorable(data),
        at,
        fingerprint: fingerprintOf(account, data),
      },
    },
  ]
}

/** Reads a message. Only texts are shown; other types keep what the platform said of them. */
function readMessage({ node, customer, at }: Frame): Reading {
  const { id, type, text, quotedMessageId, ...content } = toRecord(node['message'])
  const platformMessageId = toText(id, ID_CHARACTERS_MAX)
  if (platformMessageId === undefined) return toProblem('no_id')
  const isText = type === 'text'
  return {
    kind: 'message',
    message: {
      platformMessageId,
      direction: 'inbound',
      origin: null,
      customer,
      groupId: undefined,
      type: isText ? 'text' : 'unsupported',
      text: toText(text, TEXT_CHARACTERS_MAX) ?? null,
      media: null,
      content: isText ? null : toStorable({ type, ...content }),
      replyTo: toText(quotedMessageId, ID_CHARACTERS_MAX),
      referral: undefined,
      at,
      opensWindow: true,
      isSilent: false,
      status: 'received',
    },
  }
}

/** Reads that the customer took a message back. */
function readUnsend({ node, customer, at }: Frame): Reading {
  const platformMessageId = toText(toRecord(node['unsend'])['messageId'], ID_CHARACTERS_MAX)
  if (platformMessageId === undefined) return toProblem('no_id')
  return {
    kind: 'update',
    update: {
      kind: 'revoke',
      platformUpdateId: platformMessageId,
      platformMessageId,
      direction: 'inbound',
      actors: customer.addresses,
      text: null,
      at,
    },
  }
}

function toProblem(reason: string): Reading {
  return { kind: 'problem', about: 'message', reason }
}
