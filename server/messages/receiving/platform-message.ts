import type { ChannelType } from '#shared/channel-types.ts'
import type { ReadMessage } from '#platforms/item.ts'

/** A message reported by a platform, with its channel, and its cause as `writeCause` wrote it, while traces are recorded. */
export type PlatformMessage = ReadMessage & {
  channelId: string
  channelType: ChannelType
  cause?: string | null | undefined
}
