/** Every type of channel: the platform that it connects to. */
export const CHANNEL_TYPES = ['whatsapp', 'messenger', 'instagram'] as const

/** A type of channel. */
export type ChannelType = (typeof CHANNEL_TYPES)[number]
