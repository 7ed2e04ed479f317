import { sql } from 'kysely'
import type { Scope } from '../context.ts'
import { sqlState } from '../db/pool.ts'
import { afterCommit, transaction } from '../db/transaction.ts'
import { AppError, fieldError } from '../lib/errors.ts'
import { newId, NO_WORKSPACE } from '../lib/ids.ts'
import { checkAccessToken, encryptAccessToken } from './access-token.ts'
import { toChannel } from './schema.ts'
import type { Channel } from './schema.ts'

/**
 * A channel to connect. `account` is the platform's id of our side: WhatsApp's phone number id, the id of a page or
 * of an Instagram account; `businessAccount` the WhatsApp business account, which is learnt where it is not named.
 * Without an access token the channel receives but cannot send.
 */
export type CreateChannelInput = {
  type: 'whatsapp' | 'messenger' | 'instagram'
  account: string
  businessAccount?: string | undefined
  displayPhone?: string | undefined
  name?: string | undefined
  accessToken?: string | undefined
}

const names = { whatsapp: 'WhatsApp', messenger: 'Messenger', instagram: 'Instagram' }

/**
 * Connects a channel to the workspace and routes what arrives for its account there, also what has arrived already
 * and belonged to nobody.
 *
 * @throws {AppError} channel_taken (the account is connected already, here or elsewhere), validation_failed
 */
export async function createChannel(scope: Scope, input: CreateChannelInput): Promise<Channel> {
  if (!/^\d{1,32}$/.test(input.account))
    throw fieldError('validation_failed', 'account', 'must be made of digits')
  checkBusinessAccount(input.businessAccount)
  checkAccessToken(input.accessToken)
  const { type, account, businessAccount } = input
  const id = newId()
  // oxlint-disable-next-line parley/record-event -- the catalogue has no event of channels
  const row = await transaction(scope, async (tx) => {
    await tx.db
      .insertInto('channel_routes')
      .values({ platform: type, account, workspace_id: scope.workspaceId, channel_id: id })
      .execute()
    if (businessAccount !== undefined) await routeBusinessAccount(tx, type, businessAccount)
    const inserted = await tx.db
      .insertInto('channels')
      .values({
        workspace_id: scope.workspaceId,
        id,
        type,
        name: input.name ?? names[type],
        account,
        business_account: businessAccount ?? null,
        display_phone: input.displayPhone ?? null,
        access_token:
          input.accessToken === undefined ? null : encryptAccessToken(scope, id, input.accessToken),
        created_at: scope.clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await offerUnrouted(tx, [`account:${type}:${account}`])
    return inserted
  }).catch((err: unknown) => {
    if (sqlState(err) === '23505')
      throw new AppError('channel_taken', `The account ${account} is connected already.`)
    throw err
  })
  return toChannel(row)
}

/**
 * Notes that the workspace has numbers of a business account, so that what the platform says of the account comes
 * here too, also what came before. Runs in the caller's transaction.
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
  if (numInsertedOrUpdatedRows) await offerUnrouted(tx, [`business_account:${platform}:${account}`])
}

/** Checks the id of a business account. @throws {AppError} validation_failed */
export function checkBusinessAccount(account: string | undefined): void {
  if (account !== undefined && !/^\d{1,32}$/.test(account))
    throw fieldError('validation_failed', 'business_account', 'must be made of digits')
}

/** Has payloads that belonged to nobody looked at again: those with any of `labels`. */
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
