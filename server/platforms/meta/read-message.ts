import { isUuid } from '#lib/ids.ts'
import { fingerprintOf } from '../fingerprint-of.ts'
import type { PlatformMedia, ReadMessage, Reading } from '../item.ts'
import { plainStatus } from '../plain-status.ts'
import { toList, toRecord, toStorable, toText } from '../to-storable.ts'
import { ID_CHARACTERS_MAX, problem, toUpdate } from './frame.ts'
import type { Frame, Node } from './frame.ts'
import { toReferral } from './to-referral.ts'

/** Files that are downloaded of one message. */
const FILES_MAX = 30
/** Types of messages by the type of their attachment; other attachments have no file. */
const attachmentTypes: Record<string, string> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  file: 'document',
  story_mention: 'story_mention',
  ig_story: 'story_mention',
  sticker: 'sticker',
}

/** Reads a message, an echo of one of ours, or a deletion. */
export function readMessage(frame: Frame, message: Node): Reading {
  const mid = toText(message['mid'], ID_CHARACTERS_MAX)
  if (mid === undefined) return problem('no_id')
  const { isOurs, at } = frame
  if (message['is_deleted'] === true) return toUpdate(frame, 'revoke', mid, mid, null)
  const ownId = message['metadata']
  if (isOurs && typeof ownId === 'string' && isUuid(ownId))
    return {
      kind: 'status',
      status: plainStatus({ platformMessageId: mid, status: 'sent', at }, ownId.toLowerCase()),
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

/** Returns the type of a message by its first attachment with a file, and the files of all attachments. */
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

/** Reads the press of a button as a message. */
export function readPostback(frame: Frame, postback: Node): Reading {
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
  { platform, customer, isOurs, isStandby, at }: Frame,
  platformMessageId: string,
  says: Pick<ReadMessage, 'type' | 'text' | 'media' | 'moreMedia' | 'replyTo'> & {
    content: Node
    referral: unknown
  },
): Reading {
  const { content, referral, ...rest } = says
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
      referral: isOurs ? undefined : toReferral(platform, referral),
      at,
      opensWindow: !isOurs,
      isSilent: false,
      status: isOurs ? 'sent' : 'received',
      heldBy: isStandby ? 'other' : isOurs ? undefined : 'workspace',
    },
  }
}
