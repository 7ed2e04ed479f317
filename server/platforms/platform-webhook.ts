import type { Config } from '#config.ts'
import type { Attempt, Reading } from './item.ts'
import type { Part } from './part.ts'

/** Settings of this server that verify webhooks; a platform finds its own by the names of their variables. */
export type WebhookSettings = Pick<Config, 'whatsapp' | 'platformSettings'>

/** Webhook request before it is verified; `body` holds the raw bytes. */
type WebhookRequest = {
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

/** Setting that the webhook needs and that is not set, with a code and a message for the channel's checks. */
type MissingSetting = { variable: string; code: string; message: string }

/** Receiving side of a platform: proves where a payload comes from, and reads it. */
export type PlatformWebhook = {
  /** Names of the address: `/webhook/{name}`. */
  names: readonly [string, ...string[]]
  /** Header that carries the signature, for error messages. */
  signatureHeader: string
  /** Returns the settings that are missing for signatures and for the handshake. */
  findMissingSettings: (settings: WebhookSettings) => {
    signature?: MissingSetting | undefined
    handshake?: MissingSetting | undefined
  }
  /** Returns whether the request comes from the platform. Never throws. */
  verify: (request: WebhookRequest, settings: WebhookSettings) => boolean
  /** Returns the text that answers the platform's GET request, undefined to refuse it. Missing: there is none. */
  answerHandshake?: (query: unknown, settings: WebhookSettings) => string | undefined
  /** Parses a body. @throws {Error} when it cannot be parsed */
  parse: (body: Buffer) => unknown
  /** Returns whether a parsed payload is this platform's, whatever address it came to. */
  isOwnPayload: (payload: unknown) => boolean
  /** Returns every part of a payload, in order. */
  readParts: (payload: unknown) => Part[]
  /**
   * Returns a payload for each workspace with only its own parts; `owners` holds the workspaces of each part.
   * @throws {Error} when the payload is nested too deeply to be written again
   */
  splitPayload: (payload: unknown, owners: string[][]) => Map<string, Buffer>
  /** Returns everything that a part reports, in order. */
  readPart: (part: Part, receivedAt: Date, attempt: Attempt) => Reading[]
}
