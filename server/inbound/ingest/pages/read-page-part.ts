import { isUuid } from '#lib/ids.ts'
import type { Customer, PlatformMedia } from '#messages/receiving/platform-message.ts'
import { fingerprintOf } from '../fingerprint.ts'
import type { ReadMessage, Reading } from '../item.ts'
import { toTime } from '../parse-time.ts'
import type { Part, Platform } from '../read-parts.ts'
import { toList, toRecord, toStorable, toText } from '../storable.ts'

type Node = Record<string, unknown>

/** One event of a page: its two sides, and when it happened. */
type Frame = { platform: Platform; node: Node; customer: Customer; isOurs: boolean; at: Date }

const ID_CHARACTERS_MAX = 512
/** Files that are fetched of one message. */
const FILES_MAX = 30
/** What an attachment is called here; the others have no file. */
const attachmentTypes: Record<string, string> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  file: 'document',
  story_mention: 'story_mention',
  ig_story: 'story_mention',
  sticker: 'sticker',
}

/**
 * What one event of a Messenger page or an Instagram account reports. An event of `standby` is another app's to
 * answer, and is the same conversation. Times are milliseconds. Source: Messenger Platform, "Webhook events".
 */
export function readPagePart(platform: Platform, part: Part, receivedAt: Date): Reading[] {
  const { list, account, value: node } = part
  if (list === 'changes')
    return [{ kind: 'kept', about: part.field || 'change', reason: 'not_a_conversation' }]
  if (account === undefined) return [{ kind: 'kept', about: list, reason: 'unknown_account' }]
  const message = toRecord(node['message'])
  // An echo has the sides swapped; other events come from the customer.
  const isOurs = message['is_echo'] === true || toId(node['sender']) === account
  const customerId = toId(node[isOurs ? 'recipient' : 'sender'])
  if (customerId === undefined) return [problem('no_sender', message['mid'])]
  const customer = toCustomer(platform, account, customerId)
  const at = toTime(node['timestamp'] ?? part.time, receivedAt, 1)
  return [readEvent(part, { platform, node, customer, isOurs, at })]
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
  const field = Object.keys(node).find((key) => !['sender', 'recipient', 'timestamp'].includes(key))
  return {
    kind: 'event',
    event: {
      field: (field ?? part.list).slice(0, 200),
      event: undefined,
      data: toStorable(node),
      at,
      fingerprint: fingerprintOf(part.account, part.list, node),
    },
  }
}

function readMessage(frame: Frame, message: Node): Reading {
  const mid = toText(message['mid'], ID_CHARACTERS_MAX)
  if (mid === undefined) return problem('no_id')
  const { isOurs, at } = frame
  if (message['is_deleted'] === true) return toUpdate(frame, 'revoke', mid, mid, null)
  const ownId = message['metadata']
  if (isOurs && typeof ownId === 'string' && isUuid(ownId))
    return {
      kind: 'status',
      status: {
        platformMessageId: mid,
        status: 'sent',
        participant: '',
        at,
        error: null,
        ownId: ownId.toLowerCase(),
        details: null,
      },
    }
  const text = toText(message['text'], 65_536) ?? null
  const { media, moreMedia, type } = readAttachments(message)
  const content = Object.fromEntries(
    Object.entries(message).filter(
      ([key]) => !['mid', 'text', 'metadata', 'is_echo'].includes(key),
    ),
  )
  const isUnsupported = message['is_unsupported'] === true || (text === null && type === undefined)
  return toMessage(frame, mid, {
    type: isUnsupported ? 'unsupported' : (type ?? 'text'),
    text,
    media,
    moreMedia,
    content,
    replyTo: toText(toRecord(message['reply_to'])['mid'], ID_CHARACTERS_MAX),
    referral: message['referral'],
  })
}

/** The type of a message by its first attachment with a file, and the files of all; the content has the rest. */
function readAttachments(message: Node): {
  type: string | undefined
  media: PlatformMedia | null
  moreMedia: PlatformMedia[]
} {
  const sticker = message['sticker'] ? [{ type: 'sticker', payload: message['sticker'] }] : []
  const attachments = [...toList(message['attachments']).map(toRecord), ...sticker]
  const withFile = attachments.filter((each) => attachmentTypes[String(each['type'])])
  const given = toText((withFile[0] ?? attachments[0])?.['type'], 40)
  const [media = null, ...moreMedia] = withFile.slice(0, FILES_MAX).flatMap((each) => {
    const url = toText(toRecord(each['payload'])['url'], 4096)
    return url === undefined ? [] : [toMedia(url)]
  })
  const type = given === undefined ? undefined : (attachmentTypes[given] ?? given)
  return { type, media, moreMedia }
}

function toMedia(url: string): PlatformMedia {
  return {
    platformMediaId: undefined,
    url,
    mimeType: undefined,
    filename: undefined,
    sha256: undefined,
    details: {},
  }
}

function readPostback(frame: Frame, postback: Node): Reading {
  const mid =
    toText(postback['mid'], ID_CHARACTERS_MAX) ??
    `postback:${fingerprintOf(frame.customer.addresses, frame.node['timestamp'], postback)}`
  return toMessage(frame, mid, {
    type: 'button',
    text: toText(postback['title'], 65_536) ?? null,
    media: null,
    content: { postback },
    replyTo: undefined,
    referral: postback['referral'],
  })
}

function toMessage(
  { platform, customer, isOurs, at }: Frame,
  platformMessageId: string,
  says: Pick<ReadMessage, 'type' | 'text' | 'media' | 'moreMedia' | 'replyTo'> & {
    content: Node
    referral: unknown
  },
): Reading {
  const { content, referral: given, ...rest } = says
  const referral = toRecord(given)
  const isReferred = !isOurs && Object.keys(referral).length > 0
  return {
    kind: 'message',
    message: {
      ...rest,
      platformMessageId,
      direction: isOurs ? 'outbound' : 'inbound',
      origin: isOurs ? 'echo' : null,
      customer,
      groupId: undefined,
      content: Object.keys(content).length > 0 ? toStorable(content) : null,
      referral: isReferred
        ? {
            source: `${platform}_${toText(referral['source'], 40)?.toLowerCase() ?? 'referral'}`,
            campaign: toText(referral['ad_id'], 200) ?? toText(referral['ref'], 200),
            details: toStorable(referral),
          }
        : undefined,
      at,
      opensWindow: !isOurs,
      isSilent: false,
      status: isOurs ? 'sent' : 'received',
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

function toUpdate(
  { customer, isOurs, at }: Frame,
  kind: 'edit' | 'revoke' | 'reaction',
  mid: unknown,
  platformUpdateId: string,
  text: string | null,
): Reading {
  const platformMessageId = toText(mid, ID_CHARACTERS_MAX)
  if (platformMessageId === undefined) return problem('no_id')
  return {
    kind: 'update',
    update: {
      kind,
      platformUpdateId,
      platformMessageId,
      direction: isOurs ? 'outbound' : 'inbound',
      actors: isOurs ? ['business'] : customer.identities.map((identity) => identity.value),
      text,
      at,
    },
  }
}

/** A customer's id is that of one page: another page knows the same person by another. */
function toCustomer(platform: Platform, account: string, id: string): Customer {
  const kind = platform === 'instagram' ? 'igsid' : 'psid'
  return {
    addresses: [id],
    identities: [{ kind, value: `${account}:${id}` }],
    phoneE164: undefined,
    name: undefined,
  }
}

function toId(side: unknown): string | undefined {
  return toText(toRecord(side)['id'], 100)
}

function problem(reason: string, mid?: unknown): Reading {
  return {
    kind: 'problem',
    about: 'message',
    reason,
    platformMessageId: toText(mid, ID_CHARACTERS_MAX),
  }
}
