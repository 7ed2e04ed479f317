import { CAPTION_CHARACTERS_MAX, MESSAGE_CHARACTERS_MAX } from '#shared/messages.ts'
import { UPLOAD_KINDS } from '#shared/uploads.ts'
import type { Capabilities } from '../capabilities.ts'

/** What WhatsApp accepts. Source: Cloud API, "Messages", "Media: supported types", "Customer service windows". */
export const capabilities: Capabilities = {
  isHosted: false,
  identityKind: 'wa_id',
  windowMs: 24 * 3_600_000,
  hasTemplates: true,
  hasBusinessAccounts: true,
  opensByPhone: true,
  marksRead: true,
  // Of a conversation that Meta Business Agent holds. Source: Cloud API, "Conversation Routing".
  threadControl: { sendingTakesOver: true },
  checksAccounts: true,
  reportsWatermarks: false,
  chargesMessages: true,
  sending: {
    messageTypes: [
      'text',
      'image',
      'video',
      'audio',
      'document',
      'sticker',
      'template',
      'interactive',
      'reaction',
      'location',
      'contacts',
    ],
    textCharactersMax: MESSAGE_CHARACTERS_MAX,
    captionCharactersMax: CAPTION_CHARACTERS_MAX,
    messagesPerSecond: 80,
    // A burst of 40, because the platform counts by its own clock. Source: Cloud API, "Pair rate limits".
    pairRate: { everyMs: 6000, burst: 40, burstMax: 45 },
    media: UPLOAD_KINDS,
  },
}
