import type { Customer, PlatformMessage } from '#messages/receiving/platform-message.ts'
import type { PlatformStatus } from '#messages/receiving/record-message-statuses.ts'
import type { PlatformUpdate } from '#messages/receiving/record-message-updates.ts'
import type { Watermark } from '#messages/receiving/record-message-watermarks.ts'
import type { Platform } from './read-parts.ts'

/** A message as it was read: what is recorded of it, but for the channel. */
export type ReadMessage = Omit<PlatformMessage, 'channelId' | 'channelType'>

/** What is said of somebody beside messages; the people are found by `addresses`. */
export type PersonChange =
  | { change: 'identity'; from: Customer; to: Customer }
  | { change: 'preference'; of: Customer; category: string; value: string }
  | { change: 'contact'; of: Customer }

/**
 * Something that is no message: kept once, by its content. `event` is the platform's own word, `person` what it says
 * of somebody, `group` what it calls a group.
 */
export type ReadEvent = {
  field: string
  event: string | undefined
  data: unknown
  at: Date
  fingerprint: string
  person?: PersonChange | undefined
  group?: { id: string; name: string } | undefined
}

/** The account that an item names, and the business account of a number. */
export type Source = {
  platform: Platform
  account: string | undefined
  businessAccount: string | undefined
}

/**
 * One thing that a payload reports. `problem`: it cannot be understood. `kept`: understood as something that nothing
 * is done with; it stays in the payload.
 */
export type Item =
  | (Source & { kind: 'message'; message: ReadMessage })
  | (Source & { kind: 'status'; status: PlatformStatus })
  | (Source & { kind: 'update'; update: Omit<PlatformUpdate, 'channelId'> })
  | (Source & {
      kind: 'watermark'
      watermark: Omit<Watermark, 'channelId'>
      mid?: string
      at: Date
    })
  | (Source & { kind: 'event'; event: ReadEvent })
  | { kind: 'problem'; about: string; reason: string; platformMessageId?: string | undefined }
  | { kind: 'kept'; about: string; reason?: string | undefined }

/** Makes a reading apart from the others, so that a node that cannot be read costs only itself. */
export type Attempt = (about: string, read: () => Reading) => Reading

/** What a node of a payload is read as, but for whose account it is. */
export type Reading = Item extends infer I ? (I extends Source ? Omit<I, keyof Source> : I) : never
