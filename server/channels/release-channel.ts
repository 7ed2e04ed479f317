import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { AppError } from '#lib/errors.ts'
import { readChannel } from './get-channel.ts'
import { releaseReservation } from './reservations.ts'
import { toChannel } from './schema.ts'
import type { Channel } from './schema.ts'

/**
 * Releases the account of a disconnected channel, so that another workspace can connect it two minutes later. The
 * conversations stay here.
 *
 * @throws {AppError} channel_not_found, channel_connected
 */
export async function releaseChannel(scope: Scope, id: string): Promise<Channel> {
  return transaction(scope, async (tx) => {
    const before = await readChannel(tx, id, 'change')
    if (!before.disconnected_at)
      throw new AppError('channel_connected', 'Disconnect the channel before you release it.')
    if (before.released_at) return toChannel(before)
    await releaseReservation(tx, before)
    const row = await tx.db
      .updateTable('channels')
      .set({ released_at: tx.clock.now() })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAudit(tx, {
      action: 'channel.released',
      targetType: 'channel',
      targetId: before.id,
      data: { name: before.name, type: before.type, account: before.account },
    })
    return toChannel(row)
  })
}
