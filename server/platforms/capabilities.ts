import type { ChannelIdentity } from './item.ts'

/** Files that a platform accepts as one type of message. */
export type MediaKind = { bytesMax: number; mimeTypes: readonly string[] }

/**
 * How often one recipient accepts a message from one account, and how many at once in advance: `burst` are used, the
 * platform allows `burstMax`.
 */
export type PairRate = { everyMs: number; burst: number; burstMax: number }

/** What a platform accepts from us. */
type SendingCapabilities = {
  /** Types of messages that can be sent. */
  messageTypes: readonly string[]
  textCharactersMax: number
  captionCharactersMax: number
  /** Files by the type of message that they are sent as. */
  media: Readonly<Record<string, MediaKind>>
  /** Messages per second that an account may send, unless the platform names another rate. */
  messagesPerSecond: number
  /** Null: a recipient accepts as many messages as its account may send. */
  pairRate: PairRate | null
}

/** What a platform can do. */
export type Capabilities = {
  /**
   * Whether Parley itself is the platform: its channels are created instead of connected, nothing is called, and each
   * address has its own conversation, also when several belong to one contact.
   */
  isHosted: boolean
  /** Kind of identity by which the platform names customers. */
  identityKind: ChannelIdentity['kind']
  /** How long free-form messages may be sent after a customer's message; null: always. */
  windowMs: number | null
  /** Null for a platform that only receives. */
  sending: SendingCapabilities | null
  /** Whether messages can be sent from approved templates, which are then listed from the platform. */
  hasTemplates: boolean
  /** Whether accounts belong to a business account, which owns their templates and webhooks. */
  hasBusinessAccounts: boolean
  /** Whether a conversation can be started with a phone number. */
  opensByPhone: boolean
  /** Whether the customer can be shown that messages were read and that somebody is typing. */
  marksRead: boolean
  /**
   * Null: we cannot take or release conversations that another app holds. `sendingTakesOver`: a free-form message that
   * the platform accepts takes the conversation.
   */
  threadControl: { sendingTakesOver: boolean } | null
  /** Whether the platform can be asked how an account is connected; the web app then guides through connecting one. */
  checksAccounts: boolean
  /** Whether the platform reports delivery and reading as a time up to which everything was. */
  reportsWatermarks: boolean
  /** Whether the platform charges for each message, and reports its category. */
  chargesMessages: boolean
}

/** The capabilities of a platform that has no more than messages. */
export const NO_MORE = {
  hasTemplates: false,
  hasBusinessAccounts: false,
  opensByPhone: false,
  marksRead: false,
  threadControl: null,
  checksAccounts: false,
  reportsWatermarks: true,
  chargesMessages: false,
} as const
