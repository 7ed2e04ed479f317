import { CHANNEL_TYPES } from '#shared/channel-types.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { instagram } from '../instagram/instagram.ts'
import { messenger } from '../messenger/messenger.ts'
import type { Platform } from '../platform.ts'
import { webChat } from '../web_chat/web-chat.ts'
import { whatsapp } from '../whatsapp/whatsapp.ts'

const byType: Readonly<Record<ChannelType, Platform>> = {
  whatsapp,
  messenger,
  instagram,
  web_chat: webChat,
}

/** Every platform. */
export const PLATFORMS: readonly Platform[] = CHANNEL_TYPES.map((type) => byType[type])

/** Returns the platform of channels of this type. */
export function findPlatform(type: ChannelType): Platform {
  return byType[type]
}

/** Returns the platform of this type, or with this name in the address of its webhook; undefined when there is none. */
export function findPlatformByAddress(name: string): Platform | undefined {
  return PLATFORMS.find(
    ({ type, receiver }) => type === name || receiver?.otherNames.includes(name),
  )
}

/** Returns the platform that a parsed payload is from, whatever address it came to; undefined for another shape. */
export function findPlatformOfPayload(payload: unknown): Platform | undefined {
  return PLATFORMS.find(({ reader }) => reader.isOwnPayload(payload))
}

/** Returns the types of the channels whose platform can do something. */
export function findChannelTypes(can: (platform: Platform) => boolean): ChannelType[] {
  return PLATFORMS.filter(can).map(({ type }) => type)
}
