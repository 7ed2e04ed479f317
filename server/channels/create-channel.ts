import { sql } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { sqlState } from '#db/pool.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import { CHANNEL_NAMES } from '#shared/channel-types.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { AppError, fieldError } from '#lib/errors.ts'
import { newId, NO_WORKSPACE } from '#lib/ids.ts'
import { accountLabel, businessAccountLabel } from '#platforms/account-labels.ts'
import { checkAccountForm } from '#platforms/registry/check-account-form.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import { checkAccessToken, encryptAccessToken } from './access-token.ts'
import { takeReservation } from './reservations.ts'
import { toChannel } from './schema.ts'
import type { Channel, NewChannel } from './schema.ts'

/**
 * Connects a channel to the workspace and routes payloads of its account there, including unrouted ones that arrived
 * earlier. A channel that was disconnected here keeps its id and its conversations. A missing `business_account` is
 * taken from the first webhook. Proves nothing: unless the caller is the operator, `proveNewChannel` runs first.
 *
 * @throws {AppError} channel_taken (the account is connected already, here or elsewhere, or reserved elsewhere),
 * validation_failed
 */
export async function createChannel(scope: Scope, input: NewChannel): Promise<Channel> {
  checkAccountForm(input.type, input.account)
  checkBusinessAccount(input.business_account)
  checkAccessToken(input.access_token)
  const { type, account, business_account: businessAccount } = input
  const { sending } = findPlatform(type).capabilities
  const row = await transaction(scope, async (tx) => {
    const former = await findFormer(tx, type, account)
    const id = former?.id ?? newId()
    await tx.db
      .insertInto('channel_routes')
      .values({ platform: type, account, workspace_id: scope.workspaceId, channel_id: id })
      .execute()
    await takeReservation(tx, type, account)
    if (businessAccount !== undefined) await routeBusinessAccount(tx, type, businessAccount)
    const token = input.access_token
    const values = {
      name: input.name ?? former?.name ?? CHANNEL_NAMES[type],
      business_account: businessAccount ?? former?.business_account ?? null,
      display_phone: input.display_phone ?? former?.display_phone ?? null,
      access_token: token === undefined ? null : encryptAccessToken(scope, id, token),
      disconnected_at: null,
      released_at: null,
    }
    const inserted = await tx.db
      .insertInto('channels')
      .values({
        ...values,
        workspace_id: scope.workspaceId,
        id,
        type,
        account,
        ...(sending && { send_rate: sending.messagesPerSecond }),
        ...(sending?.pairRate && { send_pair_burst: sending.pairRate.burst }),
        created_at: scope.clock.now(),
      })
      .onConflict((oc) =>
        oc
          .columns(['workspace_id', 'id'])
          .doUpdateSet({ ...values, account_status: 'active', account_reason: null }),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    await offerUnrouted(tx, [accountLabel(type, account)])
    await recordAudit(tx, {
      action: 'channel.connected',
      targetType: 'channel',
      targetId: id,
      data: { name: inserted.name, type, account },
    })
    return inserted
  }).catch((err: unknown) => {
    if (sqlState(err) === '23505')
      throw new AppError('channel_taken', `The account ${account} is already connected.`)
    throw err
  })
  return toChannel(row)
}

/** Finds the workspace's disconnected channel of an account, which has its conversations. */
async function findFormer(tx: Scope, type: ChannelType, account: string) {
  return tx.db
    .selectFrom('channels')
    .select(['id', 'name', 'business_account', 'display_phone'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('type', '=', type)
    .where('account', '=', account)
    .where('disconnected_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Routes reports about a business account to the workspace, including unrouted ones that arrived earlier. Runs in the
 * caller's transaction.
 */
export async function routeBusinessAccount(
  tx: Scope,
  platform: string,
  account: string,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('business_account_routes')
    .values({ platform, account, workspace_id: tx.workspaceId })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows) await offerUnrouted(tx, [businessAccountLabel(platform, account)])
}

/** Checks the id of a business account. @throws {AppError} validation_failed */
export function checkBusinessAccount(account: string | undefined): void {
  if (account !== undefined && !/^\d{1,32}$/.test(account))
    throw fieldError('validation_failed', 'business_account', 'must contain only digits')
}

/** Processes unrouted payloads with any of `labels` again. */
async function offerUnrouted(tx: Scope, labels: string[]): Promise<void> {
  const { numAffectedRows } = await sql`
    update inbound_payloads
    set status = 'pending', due_at = ${tx.clock.now()}::timestamptz, attempts = 0
    where workspace_id = ${NO_WORKSPACE} and status = 'unrouted'
      and labels && ${labels}::text[]`.execute(tx.db)
  if (numAffectedRows)
    afterCommit(tx, () =>
      tx.wake([{ kind: 'inbound', workspaceId: NO_WORKSPACE, targetId: NO_WORKSPACE }]),
    )
}
