/** Types of the channels that are connected to an account of another service. */
export const CONNECTED_CHANNEL_TYPES = ['whatsapp', 'messenger', 'instagram'] as const

/** Types of channels: one for each platform in `server/platforms/`. */
export const CHANNEL_TYPES = [...CONNECTED_CHANNEL_TYPES, 'web_chat'] as const

/** Type of a channel. */
export type ChannelType = (typeof CHANNEL_TYPES)[number]

/** Names of the platforms, as people know them. */
export const CHANNEL_NAMES: Readonly<Record<ChannelType, string>> = {
  whatsapp: 'WhatsApp',
  messenger: 'Messenger',
  instagram: 'Instagram',
  web_chat: 'Web chat',
}

/** Kinds of identities that belong to a platform. Users see the name of the platform, or a text of the kind's own. */
export const IDENTITY_PLATFORMS = {
  wa_id: 'whatsapp',
  bsuid: 'whatsapp',
  wa_username: 'whatsapp',
  psid: 'messenger',
  igsid: 'instagram',
  web_chat_id: 'web_chat',
} as const satisfies Record<string, ChannelType>

/** Type of the channel in the demo and in sample events; the simulator plays this platform. */
export const DEMO_CHANNEL_TYPE = 'whatsapp' satisfies ChannelType

/** Type of the channels whose messages come from a widget on the business's own site, without another service. */
export const WEB_CHAT_TYPE = 'web_chat' satisfies ChannelType

/** Whether a platform shows marks, lists and quotes in texts, as `parseFormattedText` reads them. */
const FORMATS_TEXT: Readonly<Record<ChannelType, boolean>> = {
  whatsapp: true,
  messenger: false,
  instagram: false,
  web_chat: true,
}

/** Returns whether the platform of a type of channel shows marks, lists and quotes in texts. */
export function formatsText(type: string): boolean {
  return FORMATS_TEXT[type as ChannelType] ?? false
}
