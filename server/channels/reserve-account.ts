import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { updateTable } from '#db/select-from.ts'
import type { Channels } from '#db/tables/channels.ts'
import { AppError } from '#lib/errors.ts'

/**
 * How long after its release an account can be connected only by the workspace that released it. Ingest servers may
 * still route by the former channel for a minute.
 */
const RELEASE_MS = 120_000

/** Reserves the account of a channel that is disconnected. Runs in the caller's transaction. */
export async function reserveAccount(
  tx: Scope,
  { id, type, account }: Pick<Selectable<Channels>, 'id' | 'type' | 'account'>,
): Promise<void> {
  const owner = { workspace_id: tx.workspaceId, channel_id: id, released_at: null }
  await tx.directory
    .insertInto('channel_reservations')
    .values({ platform: type, account, ...owner })
    .onConflict((oc) => oc.columns(['platform', 'account']).doUpdateSet(owner))
    .execute()
}

/**
 * Ends the reservation of an account that is being connected. Runs in the caller's transaction, after its route was
 * stored: so a concurrent disconnect has ended, and its reservation is visible.
 *
 * @throws {AppError} channel_taken (reserved for another workspace)
 */
export async function takeReservation(tx: Scope, platform: string, account: string): Promise<void> {
  const free = new Date(tx.clock.now().getTime() - RELEASE_MS)
  await tx.directory
    .deleteFrom('channel_reservations')
    .where('platform', '=', platform)
    .where('account', '=', account)
    .where((eb) => eb.or([eb('workspace_id', '=', tx.workspaceId), eb('released_at', '<=', free)]))
    .execute()
  const other = await tx.directory
    .selectFrom('channel_reservations')
    .select('released_at')
    .where('platform', '=', platform)
    .where('account', '=', account)
    .executeTakeFirst()
  if (!other) return
  throw new AppError(
    'channel_taken',
    other.released_at
      ? `The account ${account} was released a moment ago. Try again in two minutes.`
      : `The account ${account} is reserved for the workspace that disconnected it. Its admins or the operator can release it.`,
  )
}

/**
 * Lets other workspaces connect the account of a disconnected channel. Runs in the caller's transaction. Returns whether
 * the account was reserved.
 */
export async function releaseReservation(
  tx: Scope,
  { type, account }: Pick<Selectable<Channels>, 'type' | 'account'>,
): Promise<boolean> {
  const { numUpdatedRows } = await updateTable(tx, 'channel_reservations')
    .set({ released_at: tx.clock.now() })
    .where('platform', '=', type)
    .where('account', '=', account)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
