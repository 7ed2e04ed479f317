import { findChannelStates } from '../find-channel-states.ts'
import type { Scope } from '#db/context.ts'
import { decideOptOuts } from '#opt-outs/decide-opt-outs.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import type { NewEvent } from '#events/new-event.ts'
import { present } from '#lib/present.ts'
import type { MessageChange } from './save-message-changes.ts'

/**
 * Opts contacts out whose messages failed because they refuse marketing messages at the platform. Returns the events of
 * the contacts that changed. Runs in the transaction that locked the messages, all of one channel.
 */
export async function recordRefusedMarketing(
  tx: Scope,
  channelId: string,
  changes: MessageChange[],
): Promise<NewEvent[]> {
  const failed = changes.filter(
    ({ before, after }) => before.status !== 'failed' && after.status === 'failed',
  )
  const [channel] = await findChannelStates(tx, failed.length === 0 ? [] : [channelId])
  if (failed.length === 0) return []
  const { type } = present(channel)
  const { errors } = findPlatform(type)
  const refused = failed.filter(({ after }) => errors.isOptOut(after.error_code ?? ''))
  const changed = await decideOptOuts(
    tx,
    refused.map(({ after }) => ({
      personId: after.person_id,
      isOut: true,
      by: 'platform' as const,
      at: tx.clock.now(),
      data: { message_id: after.id },
    })),
  )
  return [...changed.values()]
}
