import type { Selectable } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Effect, Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { defer } from '#db/outbox/defer.ts'
import { updateTable } from '#db/select-from.ts'
import type { Channels } from '#db/tables/channels.ts'
import { AppError } from '#lib/errors.ts'
import { readChannel } from './get-channel.ts'
import { releaseReservation } from './reserve-account.ts'
import { toChannel } from './schema.ts'
import type { Channel } from './schema.ts'

/** Marks a channel whose account was released. */
export const channelReleasedEffect: Effect<{ id: string; at: string }> = {
  kind: 'channel_released',
  async apply(tx, { id, at }) {
    await updateTable(tx, 'channels')
      .set({ released_at: new Date(at) })
      .where('id', '=', id)
      .where('disconnected_at', 'is not', null)
      .execute()
  },
}

/**
 * Releases the account of a disconnected channel (`before`, which is read before a transaction of the directory), so that
 * another workspace can connect it two minutes later. The conversations stay here.
 *
 * @throws {AppError} channel_not_found, channel_connected
 */
export async function releaseChannel(
  scope: Scope,
  id: string,
  given?: Selectable<Channels>,
): Promise<Channel> {
  const before = given ?? (await readChannel(scope, id))
  if (!before.disconnected_at)
    throw new AppError('channel_connected', 'Disconnect the channel before you release it.')
  if (before.released_at) return toChannel(before)
  const at = scope.clock.now()
  await directoryTransaction(scope, async (tx) => {
    if (!(await releaseReservation(tx, before))) return
    await defer(tx, channelReleasedEffect, { id: before.id, at: at.toISOString() })
    await recordAudit(tx, 'channel.released', before.id, {
      name: before.name,
      type: before.type,
      account: before.account,
    })
  })
  return toChannel({ ...before, released_at: at })
}
