import type { Selectable } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Effect, Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { defer } from '#db/outbox/defer.ts'
import { deleteFrom, selectFrom } from '#db/select-from.ts'
import type { Channels } from '#db/tables/channels.ts'
import { afterCommit } from '#db/transaction.ts'
import { endPause } from '#lanes/end-pause.ts'
import { updateById } from '#db/update-by-id.ts'
import { readChannel } from './get-channel.ts'
import { reserveAccount } from './reserve-account.ts'
import { toChannel } from './schema.ts'
import type { Channel } from './schema.ts'

/** The tenant's rows that disconnecting a channel depends on. `isShared`: another connected channel has its business account. */
type Disconnecting = { before: Selectable<Channels>; isShared: boolean }

/** Disconnects the row of a channel whose account is no longer routed to the workspace. */
export const channelDisconnectedEffect: Effect<{ id: string; at: string }> = {
  kind: 'channel_disconnected',
  async apply(tx, { id, at }) {
    await updateById(tx, 'channels', id, { ...DISCONNECTED, disconnected_at: new Date(at) })
    const lane = { kind: 'send' as const, workspaceId: tx.workspaceId, targetId: id }
    await endPause(tx, lane)
    afterCommit(tx, () => tx.wake([lane]))
  },
}

const DISCONNECTED = {
  access_token: null,
  send_held_until: null,
  send_stopped_at: null,
  send_error_code: null,
  send_error_message: null,
}

/** Reads what `disconnectChannel` needs. @throws {AppError} channel_not_found */
export async function prepareDisconnect(scope: Scope, id: string): Promise<Disconnecting> {
  const before = await readChannel(scope, id)
  return { before, isShared: await isBusinessAccountShared(scope, before) }
}

/**
 * Disconnects a channel: payloads for its account become unrouted, its access token is deleted, and queued messages
 * fail. Its conversations stay; connecting the account again continues them. Until it is released, no other workspace
 * can connect the account. @throws {AppError} channel_not_found
 */
export async function disconnectChannel(
  scope: Scope,
  id: string,
  given?: Disconnecting,
): Promise<Channel> {
  const { before, isShared } = given ?? (await prepareDisconnect(scope, id))
  if (before.disconnected_at) return toChannel(before)
  const at = scope.clock.now()
  await directoryTransaction(scope, async (tx) => {
    const { numDeletedRows } = await deleteFrom(tx, 'channel_routes')
      .where('platform', '=', before.type)
      .where('account', '=', before.account)
      .executeTakeFirst()
    // A concurrent request has disconnected it.
    if (numDeletedRows === 0n) return
    await reserveAccount(tx, before)
    if (before.business_account !== null && !isShared)
      await leaveBusinessAccount(tx, before.type, before.business_account)
    await defer(tx, channelDisconnectedEffect, { id: before.id, at: at.toISOString() })
    await recordAudit(tx, 'channel.disconnected', before.id, {
      name: before.name,
      type: before.type,
      account: before.account,
    })
  })
  return toChannel({ ...before, ...DISCONNECTED, disconnected_at: at })
}

/** Returns whether another connected channel of the workspace has the business account of a channel. */
export async function isBusinessAccountShared(
  scope: Scope,
  channel: Pick<Selectable<Channels>, 'id' | 'business_account'>,
): Promise<boolean> {
  const other = await selectFrom(scope, 'channels')
    .select('id')
    .where('id', '<>', channel.id)
    .where('business_account', '=', channel.business_account)
    .where('disconnected_at', 'is', null)
    .executeTakeFirst()
  return other !== undefined
}

/**
 * Ends the routing of a business account's reports to the workspace. Runs in the caller's transaction of the directory.
 */
export async function leaveBusinessAccount(
  tx: Scope,
  platform: string,
  account: string,
): Promise<void> {
  await deleteFrom(tx, 'business_account_routes')
    .where('platform', '=', platform)
    .where('account', '=', account)
    .execute()
}
