/** Whether a message was received from a customer or sent to one. */
export const MESSAGE_DIRECTIONS = ['inbound', 'outbound'] as const

/** The direction of a message. */
export type MessageDirection = (typeof MESSAGE_DIRECTIONS)[number]

/** Every status of a message; an inbound one is always `received`. */
export const MESSAGE_STATUSES = [
  'queued',
  'sent',
  'delivered',
  'read',
  'failed',
  'received',
] as const

/** A status of a message. */
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/** Every type that a message can be sent as. */
export const SENT_TYPES = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'interactive',
  'reaction',
  'template',
] as const

/** A type that a message can be sent as. */
export type SentType = (typeof SENT_TYPES)[number]

/** Every type of message. Platforms may add others. */
export const MESSAGE_TYPES = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'interactive',
  'template',
  'reaction',
  'button',
  'order',
  'call',
  'system',
  'unsupported',
] as const

/** Longest text of a message, in characters. */
export const MESSAGE_CHARACTERS_MAX = 4096

/** Longest caption of a file, in characters. */
export const CAPTION_CHARACTERS_MAX = 1024
