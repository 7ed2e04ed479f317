import { fingerprintOf } from '../fingerprint-of.ts'
import type { Customer, Reading } from '../item.ts'
import type { Part } from '../part.ts'
import { toRecord, toStorable, toText } from '../to-storable.ts'
import { toTime } from '../to-time.ts'
import { ID_CHARACTERS_MAX, problem, toUpdate } from './frame.ts'
import type { Frame, Node, PagePlatform } from './frame.ts'
import { readMessage, readPostback } from './read-message.ts'
import { toReferral } from './to-referral.ts'

/**
 * Reads one event of a Messenger page or an Instagram account. A `standby` event is for another app to answer, but
 * belongs to the same conversation. Times are milliseconds. Source: Messenger Platform, "Webhook events".
 */
export function readPagePart(platform: PagePlatform, part: Part, receivedAt: Date): Reading[] {
  const { list, account, value: node } = part
  if (list === 'changes') {
    const reason = part.field === 'leadgen' ? 'lead_without_answers' : 'not_a_conversation'
    return [{ kind: 'kept', about: part.field || 'change', reason }]
  }
  if (account === undefined) return [{ kind: 'kept', about: list, reason: 'unknown_account' }]
  const message = toRecord(node['message'])
  // An echo has the sides swapped; other events come from the customer.
  const isOurs = message['is_echo'] === true || toId(node['sender']) === account
  const customerId = toId(node[isOurs ? 'recipient' : 'sender'])
  if (customerId === undefined) return [problem('no_sender', message['mid'])]
  const customer = toCustomer(platform, account, customerId)
  const at = toTime(node['timestamp'] ?? part.time, receivedAt, 1)
  return [readEvent(part, { platform, node, customer, isOurs, isStandby: list === 'standby', at })]
}

function readEvent(part: Part, frame: Frame): Reading {
  const { node, customer, at } = frame
  if (node['message'] !== undefined) return readMessage(frame, toRecord(node['message']))
  if (node['postback'] !== undefined) return readPostback(frame, toRecord(node['postback']))
  if (node['reaction'] !== undefined) return readReaction(frame, toRecord(node['reaction']))
  if (node['message_edit'] !== undefined) {
    const edit = toRecord(node['message_edit'])
    return toUpdate(
      frame,
      'edit',
      edit['mid'],
      `${String(edit['mid'])} ${String(edit['num_edit'])}`,
      toText(edit['text'], 65_536) ?? null,
    )
  }
  const [recipient] = customer.addresses
  for (const [key, status] of [
    ['delivery', 'delivered'],
    ['read', 'read'],
  ] as const) {
    if (node[key] === undefined) continue
    const { watermark, mid } = toRecord(node[key])
    // Instagram names the message that was seen instead of a time.
    const until =
      watermark === undefined && mid !== undefined ? undefined : toTime(watermark, at, 1)
    return {
      kind: 'watermark',
      watermark: { recipient, status, until },
      at,
      ...(typeof mid === 'string' &&
        until === undefined && { mid: toText(mid, ID_CHARACTERS_MAX) }),
    } as Reading
  }
  const referral = frame.isOurs ? undefined : toReferral(frame.platform, node['referral'])
  const field = Object.keys(node).find((key) => !['sender', 'recipient', 'timestamp'].includes(key))
  return {
    kind: 'event',
    event: {
      field: (field ?? part.list).slice(0, 200),
      event: undefined,
      data: toStorable(node),
      at,
      fingerprint: fingerprintOf(part.account, part.list, node),
      // A customer who opened the conversation by an advertisement or a link, and has not written yet.
      person: referral && { change: 'referral', of: customer, referral },
    },
  }
}

function readReaction(frame: Frame, reaction: Node): Reading {
  const { node } = frame
  const isTaken = reaction['action'] === 'unreact'
  const emoji = toText(reaction['emoji'], 64) ?? toText(reaction['reaction'], 64) ?? null
  const mid = String(reaction['mid'])
  const id = fingerprintOf(mid, frame.customer.addresses, node['timestamp'], isTaken, emoji)
  return toUpdate(frame, 'reaction', reaction['mid'], id, isTaken ? null : emoji)
}

/** Returns the customer with this id, which is unique per page: another page knows the same person by another id. */
function toCustomer(platform: PagePlatform, account: string, id: string): Customer {
  return {
    addresses: [id],
    identities: [{ kind: platform.identityKind, value: `${account}:${id}` }],
    phoneE164: undefined,
    name: undefined,
  }
}

function toId(side: unknown): string | undefined {
  return toText(toRecord(side)['id'], 100)
}
