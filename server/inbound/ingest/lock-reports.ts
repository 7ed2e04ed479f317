import type { Scope } from '#db/context.ts'
import { findByPlatformIds, platformIdKey } from '#messages/state/find-by-platform-ids.ts'
import { lockUnknownReports } from '#messages/state/lock-unknown-reports.ts'
import type { MessageItems } from './record-message-items.ts'

/**
 * Locks the channels' reports about unknown messages for the items that may store one: our own messages, watermarks, and
 * updates of messages that are not known. Their acceptance may be being recorded. Runs before all other locks of the
 * items. Statuses lock for themselves.
 */
export async function lockReports(
  tx: Scope,
  { messages, updates, watermarks }: MessageItems,
): Promise<void> {
  const ours = messages.filter(({ item }) => item.message.direction === 'outbound')
  const channels = new Set([...ours, ...watermarks].map(({ channel }) => channel.id))
  const others = updates
    .filter(({ channel }) => !channels.has(channel.id))
    .map(({ channel, item }) => ({ ...item.update, channelId: channel.id }))
  const targets = await findByPlatformIds(tx, others)
  for (const update of others)
    if (!targets.has(platformIdKey(update))) channels.add(update.channelId)
  for (const channelId of [...channels].toSorted())
    await lockUnknownReports(tx, channelId, 'storing')
}
