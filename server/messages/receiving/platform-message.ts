import type { ChannelIdentity } from '#contacts/person-facts.ts'
import type { MessageStatus } from '#db/message-tables.ts'
import type { EventType } from '#shared/event-types.ts'

/** The customer of a chat. `addresses`: how the platform may write them, the one that a new chat is opened with first. */
export type Customer = {
  addresses: [string, ...string[]]
  identities: ChannelIdentity[]
  phoneE164: string | undefined
  name: string | undefined
}

/** A file of a message: at least one of the platform's id and its address, good for minutes, is known. */
export type PlatformMedia = {
  platformMediaId: string | undefined
  url: string | undefined
  mimeType: string | undefined
  filename: string | undefined
  sha256: string | undefined
  details: Record<string, unknown>
}

/** An advertisement or link that brought the customer here. */
export type Referral = { source: string; campaign: string | undefined; details: unknown }

/**
 * A message that the platform reports: one that a customer wrote, or (`echo`) that another app of ours sent, or
 * (`history`) that is older than the channel. `at` is the platform's time, `content` a JSON value. `isSilent`: nobody
 * wrote it to be read, so nobody is told. `type` `placeholder`: its file may follow under the same id.
 */
export type PlatformMessage = {
  channelId: string
  channelType: string
  platformMessageId: string
  direction: 'inbound' | 'outbound'
  origin: 'echo' | 'history' | null
  customer: Customer
  groupId: string | undefined
  type: string
  text: string | null
  media: PlatformMedia | null
  /** Files beside `media`: pages have messages of several. */
  moreMedia?: PlatformMedia[]
  content: unknown
  replyTo: string | undefined
  referral: Referral | undefined
  at: Date
  opensWindow: boolean
  isSilent: boolean
  status: MessageStatus
}

/** An event that the caller records at the end of its transaction. */
export type PendingEvent = { type: EventType; data: unknown }
