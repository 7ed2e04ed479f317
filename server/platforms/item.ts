import type { ChannelType } from '#shared/channel-types.ts'
import type { ChannelIdentityKind } from '#shared/identity-kinds.ts'
import type { HolderRole } from '#shared/conversations.ts'
import type { MessageStatus, MessageDirection } from '#shared/messages.ts'
import type { AccountReport, TemplateReport } from './reports.ts'

/** Identity of a contact on a platform, as the platform writes it. */
export type ChannelIdentity = {
  kind: ChannelIdentityKind
  value: string
}

/** Customer of a conversation. `addresses`: all spellings of the address; the first one opens a new conversation. */
export type Customer = {
  addresses: [string, ...string[]]
  identities: ChannelIdentity[]
  phoneE164: string | undefined
  name: string | undefined
  /** The language that the customer's device asks for, as a tag. */
  language?: string | undefined
  /** An email address that the platform vouches for: the contact is also found by it. */
  email?: string | undefined
  /** The name that the customer chose on the platform, in lower case and without the at sign. It can change. */
  username?: ChannelIdentity | undefined
}

/**
 * File of a message. At least one of the platform's id, the URL, which is valid for minutes, and `stored` is known: a file
 * that was stored as an upload before the message was read, by its id.
 */
export type PlatformMedia = {
  platformMediaId: string | undefined
  url: string | undefined
  mimeType: string | undefined
  filename: string | undefined
  sha256: string | undefined
  stored?: { id: string; sizeBytes: number; isOfVisitor: boolean }
  details: Record<string, unknown>
}

/** Advertisement or link that brought the customer here. */
export type Referral = { source: string; campaign: string | undefined; details: unknown }

/**
 * Message that the platform reports: a customer's, or (`echo`) one that another app of ours sent, or (`history`) one
 * that is older than the channel. `at` is the platform's time, `content` a JSON value. `isSilent` messages raise no
 * notifications. The file of a `placeholder` may follow under the same id. `heldBy`: who held the conversation at that
 * time, us or another app (`other`), where the report says so.
 */
export type ReadMessage = {
  platformMessageId: string
  direction: MessageDirection
  origin: 'echo' | 'history' | null
  customer: Customer
  groupId: string | undefined
  type: string
  text: string | null
  media: PlatformMedia | null
  /** Further files beside `media`. */
  moreMedia?: PlatformMedia[]
  content: unknown
  replyTo: string | undefined
  referral: Referral | undefined
  at: Date
  opensWindow: boolean
  isSilent: boolean
  status: MessageStatus
  heldBy?: 'workspace' | 'other' | undefined
}

/**
 * Status of a message that we sent. `at` is the platform's time, `ownId` our id of the message when the send carried
 * it, `details` the rest of the report: pricing, conversation, errors, recipient. `userId`: an id that the report
 * gives the recipient beside the phone number.
 */
export type ReadStatus = {
  platformMessageId: string
  status: string
  participant: string
  at: Date
  error: { code: string; message: string } | null
  ownId: string | undefined
  details: Record<string, unknown> | null
  userId?: { phone: string; identity: ChannelIdentity } | undefined
}

/**
 * Edit, revocation or reaction of the message `platformMessageId`, by the customer (inbound) or our side (outbound).
 * `direction` is undefined where the platform says only that the message is gone: its author's side did it.
 * `actors`: values of the identities of whoever did it. `text`: the new text or the emoji, null for a reaction that
 * was removed.
 */
export type ReadUpdate = {
  kind: 'edit' | 'revoke' | 'reaction'
  platformUpdateId: string
  platformMessageId: string
  direction: MessageDirection | undefined
  actors: string[]
  text: string | null
  at: Date
}

/** Report that all messages to `recipient` until `until` were delivered or read. */
export type ReadWatermark = {
  recipient: string
  status: 'delivered' | 'read'
  until: Date | undefined
}

/** Change of a contact that the platform reports outside of messages. `addresses` find the contact. */
export type PersonChange =
  | { change: 'identity'; from: Customer; to: Customer }
  | { change: 'preference'; of: Customer; category: string; value: string }
  | { change: 'contact'; of: Customer }
  | { change: 'referral'; of: Customer; referral: Referral }

/**
 * Handover of a conversation: who holds it from then on, and which other app held or holds it. `summary` is what the
 * former holder wrote about the conversation, `reason` why it was handed over.
 */
export type Handover = {
  of: Customer
  holder: 'workspace' | 'other'
  role: HolderRole | undefined
  reason: string | undefined
  summary: string | undefined
}

/**
 * Anything else that the platform reports. It is stored once; `fingerprint` is the same for a repeat. `event` is the
 * platform's own word. The other fields say what the event changes.
 */
export type ReadEvent = {
  field: string
  event: string | undefined
  data: unknown
  at: Date
  fingerprint: string
  person?: PersonChange | undefined
  handover?: Handover | undefined
  group?: { id: string; name: string } | undefined
  account?: AccountReport | undefined
  template?: TemplateReport | undefined
}

/** Account that an item belongs to, and the business account of a number. */
export type Source = {
  platform: ChannelType
  account: string | undefined
  businessAccount: string | undefined
}

/**
 * One thing that a payload reports. A `problem` could not be understood. A `kept` item was understood and needs no
 * action; it stays in the payload.
 */
export type Item =
  | (Source & { kind: 'message'; message: ReadMessage; cause?: string | null })
  | (Source & { kind: 'status'; status: ReadStatus })
  | (Source & { kind: 'update'; update: ReadUpdate })
  | (Source & {
      kind: 'watermark'
      watermark: ReadWatermark
      mid?: string
      at: Date
    })
  | (Source & { kind: 'event'; event: ReadEvent })
  | { kind: 'problem'; about: string; reason: string; platformMessageId?: string | undefined }
  | { kind: 'kept'; about: string; reason?: string | undefined }

/** Reads one node of a payload so that an error costs only that node. */
export type Attempt = (about: string, read: () => Reading) => Reading

/** Item before its account is known. */
export type Reading = Item extends infer I ? (I extends Source ? Omit<I, keyof Source> : I) : never
