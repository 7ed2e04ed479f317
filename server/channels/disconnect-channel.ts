import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import { endPause } from '#lanes/end-pause.ts'
import { readChannel } from './get-channel.ts'
import { reserveAccount } from './reservations.ts'
import { toChannel } from './schema.ts'
import type { Channel } from './schema.ts'

/**
 * Disconnects a channel: payloads for its account become unrouted, its access token is deleted, and queued messages
 * fail. Its conversations stay; connecting the account again continues them. Until it is released, no other workspace
 * can connect the account. @throws {AppError} channel_not_found
 */
export async function disconnectChannel(scope: Scope, id: string): Promise<Channel> {
  return transaction(scope, async (tx) => {
    const before = await readChannel(tx, id, 'change')
    if (before.disconnected_at) return toChannel(before)
    await tx.db
      .deleteFrom('channel_routes')
      .where('platform', '=', before.type)
      .where('account', '=', before.account)
      .where('workspace_id', '=', tx.workspaceId)
      .execute()
    await reserveAccount(tx, before)
    const row = await tx.db
      .updateTable('channels')
      .set({
        access_token: null,
        disconnected_at: tx.clock.now(),
        send_held_until: null,
        send_stopped_at: null,
        send_error_code: null,
        send_error_message: null,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (before.business_account !== null)
      await leaveBusinessAccount(tx, before.type, before.business_account)
    await recordAudit(tx, {
      action: 'channel.disconnected',
      targetType: 'channel',
      targetId: before.id,
      data: { name: before.name, type: before.type, account: before.account },
    })
    const lane = { kind: 'send' as const, workspaceId: tx.workspaceId, targetId: before.id }
    await endPause(tx, lane)
    afterCommit(tx, () => tx.wake([lane]))
    return toChannel(row)
  })
}

/**
 * Ends the routing of a business account's reports to the workspace, unless a connected channel still belongs to it. Runs
 * in the caller's transaction.
 */
export async function leaveBusinessAccount(
  tx: Scope,
  platform: string,
  account: string,
): Promise<void> {
  const other = await tx.db
    .selectFrom('channels')
    .select('id')
    .where('workspace_id', '=', tx.workspaceId)
    .where('business_account', '=', account)
    .where('disconnected_at', 'is', null)
    .executeTakeFirst()
  if (other) return
  await tx.db
    .deleteFrom('business_account_routes')
    .where('platform', '=', platform)
    .where('account', '=', account)
    .where('workspace_id', '=', tx.workspaceId)
    .execute()
}
