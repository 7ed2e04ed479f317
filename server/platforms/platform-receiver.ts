import type { Config } from '#lib/settings/config.ts'

/** Settings of this server that verify webhooks; a platform finds its own by the names of their variables. */
export type WebhookSettings = Pick<Config, 'whatsapp' | 'platformSettings'>

/** Webhook request before it is verified; `body` holds the raw bytes. */
type WebhookRequest = {
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

/** Setting that the webhook needs and that is not set, with a code and a message for the channel's checks. */
type MissingSetting = { variable: string; code: string; message: string }

/** Webhook of a platform: proves where a request comes from. Its address is `/webhook/{type}`. */
export type PlatformReceiver = {
  /** Names of the address beside the type of the platform: `/webhook/{name}`. */
  otherNames: readonly string[]
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
}
