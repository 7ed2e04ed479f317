import type { Agent } from 'undici'
import type { Config } from '#lib/settings/config.ts'
import type { ChannelCheck, FoundNumber } from './channel-check.ts'
import type { ClaimedAccount, Ownership } from './ownership.ts'
import type { PlatformTemplate } from './reports.ts'
import type { FailedOutcome, SendOutcome } from './send-outcome.ts'

/** Account of a channel at the platform: our side, and the token that acts for it. */
export type ChannelAccount = { account: string; accessToken: string }

/**
 * Message to send. `recipient` is the platform's address of the customer or group. `mediaId` is the platform's id of an
 * uploaded file, `content` the platform's node of the type, `replyTo` its id of the message that is answered or
 * reacted to.
 */
export type OutboundMessage = {
  id: string
  recipient: string
  isGroup?: boolean
  type: string
  text: string | null
  mediaUrl: string | null
  mediaId?: string | null
  filename?: string | null
  content?: Record<string, unknown> | null
  replyTo?: string | null
}

/** File to upload to the platform. */
export type OutboundFile = { mimeType: string; filename: string | null; bytes: Blob }

/** Outcome of an upload. */
export type UploadOutcome = { kind: 'accepted'; platformMediaId: string } | FailedOutcome

/** File of a received message, with what the platform said of it. */
export type WantedMedia = {
  account: string
  accessToken: string | undefined
  platformMediaId: string | null
  url: string | null
  expectedSha256: string | null
}

/** Properties of a file that was downloaded. */
export type FetchedMedia = { mimeType: string | undefined; sizeBytes: number; sha256: string }

/** Account whose connection is checked. */
export type CheckedAccount = {
  account: string
  businessAccount: string | null
  accessToken: string | undefined
}

/** Checks of an account, in the order in which one connects it, and its number. */
export type AccountChecks = { checks: ChannelCheck[]; number: FoundNumber | null }

/**
 * Client of one platform. Only `fetchMedia` throws (`MediaFailure`); the other calls return their failures. A call that
 * the platform does not support is missing, as the capabilities say.
 */
export type PlatformClient = {
  /** Asks the platform whether the token acts for the account. Only a proven account can be connected. */
  proveOwnership: (claim: ClaimedAccount) => Promise<Ownership>
  send?: (account: ChannelAccount, message: OutboundMessage) => Promise<SendOutcome>
  upload?: (account: ChannelAccount, file: OutboundFile) => Promise<UploadOutcome>
  markRead?: (
    account: ChannelAccount,
    read: { platformMessageId: string; isTyping: boolean },
  ) => Promise<{ kind: 'accepted' } | FailedOutcome>
  /** Takes control of the conversation with a customer, so that their messages come to us, or releases it. */
  controlThread?: (
    account: ChannelAccount,
    thread: { recipient: string; action: 'take' | 'release' },
  ) => Promise<{ kind: 'accepted' } | FailedOutcome>
  /** Passes the checked bytes of a file to `keep`; a file that is wrong ends in an error there. */
  fetchMedia: (
    wanted: WantedMedia,
    keep: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
  ) => Promise<FetchedMedia>
  checkAccount?: (account: CheckedAccount) => Promise<AccountChecks>
  /** Subscribes our app to the business account, so that the platform sends its webhooks. */
  subscribe?: (account: {
    businessAccount: string
    accessToken: string
  }) => Promise<{ kind: 'accepted' } | FailedOutcome>
  listTemplates?: (account: {
    businessAccount: string
    accessToken: string
  }) => Promise<{ templates: PlatformTemplate[] } | { failed: FailedOutcome }>
  /** Returns how many messages per second the platform accepts; undefined when it does not say. */
  readSendRate?: (account: ChannelAccount) => Promise<number | undefined>
}

/** Connection that the clients of all platforms share. `timeoutMs` limits one request, answer included. */
export type ClientOptions = {
  config: Partial<Pick<Config, 'graphUrl' | 'demo' | 'platformSettings'>>
  agent: Agent
  timeoutMs: number
  mediaBytesMax?: number | undefined
}
