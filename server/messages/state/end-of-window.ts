import type { ChannelType } from '#shared/channel-types.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'

/** Returns until when free-form messages may be sent after a customer's message; null on platforms without a limit. */
export function endOfWindow(type: ChannelType, customerWroteAt: Date): Date | null {
  const { windowMs } = findPlatform(type).capabilities
  return windowMs === null ? null : new Date(customerWroteAt.getTime() + windowMs)
}
