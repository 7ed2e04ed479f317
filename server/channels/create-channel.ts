import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Effect, Scope } from '#db/context.ts'
import { insertInto } from '#db/insert-into.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { defer } from '#db/outbox/defer.ts'
import { refuseTaken } from '#db/refuse-taken.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Channels } from '#db/tables/channels.ts'
import { afterCommit } from '#db/transaction.ts'
import { CHANNEL_NAMES } from '#shared/channel-types.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { invalidField } from '#lib/errors.ts'
import { newId, NO_WORKSPACE } from '#lib/ids.ts'
import { accountLabel, businessAccountLabel } from '#platforms/account-label.ts'
import { checkAccountForm } from '#platforms/registry/check-account-form.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import { isSimulatorToken } from '#platforms/is-simulator-token.ts'
import { checkAccessToken, encryptAccessToken } from './encrypt-access-token.ts'
import { takeReservation } from './reserve-account.ts'
import { toChannel } from './schema.ts'
import type { Channel, NewChannel } from './schema.ts'

/** The columns of a channel that connecting it sets; `access_token` is base64. */
type Connected = {
  name: string
  business_account: string | null
  display_phone: string | null
  access_token: string | null
  /** Missing in effects that an earlier release deferred. */
  is_simulated?: boolean
}

/** Writes the row of a channel whose account is routed to the workspace now. */
export const channelConnectedEffect: Effect<{
  id: string
  type: ChannelType
  account: string
  values: Connected
  at: string
}> = {
  kind: 'channel_connected',
  async apply(tx, { id, type, account, at, values: { access_token: token, ...given } }) {
    const { sending } = findPlatform(type).capabilities
    const values = {
      ...given,
      access_token: token === null ? null : Buffer.from(token, 'base64'),
      is_simulated: given.is_simulated ?? false,
      disconnected_at: null,
      released_at: null,
    }
    await tx.db
      .insertInto('channels')
      .values({
        ...values,
        workspace_id: tx.workspaceId,
        id,
        type,
        account,
        ...(sending && { send_rate: sending.messagesPerSecond }),
        ...(sending?.pairRate && { send_pair_burst: sending.pairRate.burst }),
        created_at: new Date(at),
      })
      .onConflict((oc) =>
        oc
          .columns(['workspace_id', 'id'])
          .doUpdateSet({ ...values, account_status: 'active', account_reason: null }),
      )
      .execute()
  },
}

/**
 * Connects a channel to the workspace and routes payloads of its account there, including unrouted ones that arrived
 * earlier. A channel that was disconnected here keeps its id and its conversations: `former`, which is read before a
 * transaction of the directory. A missing `business_account` is taken from the first webhook. Proves nothing: unless the
 * caller is the operator, `proveNewChannel` runs first.
 *
 * @throws {AppError} channel_taken (the account is connected already, here or elsewhere, or reserved elsewhere),
 * validation_failed
 */
export async function createChannel(
  scope: Scope,
  input: NewChannel,
  given?: { former: FormerChannel | undefined },
): Promise<Channel> {
  checkAccountForm(input.type, input.account)
  checkBusinessAccount(input.business_account)
  checkAccessToken(input.access_token)
  const { type, account, business_account: businessAccount, access_token: token } = input
  const { former } = given ?? { former: await findFormer(scope, input) }
  const id = former?.id ?? newId()
  const at = scope.clock.now()
  const encrypted = token === undefined ? null : encryptAccessToken(scope, id, token)
  const values = {
    name: input.name ?? former?.name ?? CHANNEL_NAMES[type],
    business_account: businessAccount ?? former?.business_account ?? null,
    display_phone: input.display_phone ?? former?.display_phone ?? null,
    is_simulated: token !== undefined && isSimulatorToken(token),
  }
  await directoryTransaction(scope, async (tx) => {
    await insertInto(tx.directory, 'channel_routes', {
      platform: type,
      account,
      workspace_id: scope.workspaceId,
      channel_id: id,
    })
    await takeReservation(tx, type, account)
    const access_token = encrypted && encrypted.toString('base64')
    await defer(tx, channelConnectedEffect, {
      id,
      type,
      account,
      values: { ...values, access_token },
      at: at.toISOString(),
    })
    if (businessAccount !== undefined) await routeBusinessAccount(tx, type, businessAccount)
    await offerUnrouted(tx, [accountLabel(type, account)])
    await recordAudit(tx, 'channel.connected', id, { name: values.name, type, account })
  }).catch(refuseTaken('channel_taken', `The account ${account} is already connected.`))
  return toChannel({
    ...NEW,
    created_at: at,
    ...former,
    ...values,
    ...CONNECTED,
    id,
    type,
    account,
    access_token: encrypted,
  })
}

/** The values of a channel that nothing is known about, as far as the API shows them. */
const NEW = {
  account_reason: null,
  team_id: null,
  quality: null,
  messaging_limit: null,
  username: null,
  last_inbound_at: null,
  send_held_until: null,
  send_stopped_at: null,
  send_error_code: null,
  send_error_message: null,
}

/** The columns of a channel that is connected. */
const CONNECTED = {
  account_status: 'active' as const,
  account_reason: null,
  disconnected_at: null,
  released_at: null,
}

/** A disconnected channel of the workspace. */
type FormerChannel = Selectable<Channels>

/** Finds the workspace's disconnected channel of an account, which has its conversations. */
export async function findFormer(
  scope: Scope,
  { type, account }: Pick<NewChannel, 'type' | 'account'>,
): Promise<FormerChannel | undefined> {
  return selectFrom(scope, 'channels')
    .selectAll()
    .where('type', '=', type)
    .where('account', '=', account)
    .where('disconnected_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

/**
 * Routes reports about a business account to the workspace, including unrouted ones that arrived earlier. Runs in the
 * caller's transaction of the directory.
 */
export async function routeBusinessAccount(
  tx: Scope,
  platform: string,
  account: string,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx.directory
    .insertInto('business_account_routes')
    .values({ platform, account, workspace_id: tx.workspaceId })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows) await offerUnrouted(tx, [businessAccountLabel(platform, account)])
}

/** Checks the id of a business account. @throws {AppError} validation_failed */
export function checkBusinessAccount(account: string | undefined): void {
  if (account !== undefined && !/^\d{1,32}$/.test(account))
    throw invalidField('business_account', 'must contain only digits')
}

/** Processes unrouted payloads again whose labels are routed now. */
export const payloadsOfferedEffect: Effect<{ labels: string[] }> = {
  kind: 'payloads_offered',
  async apply(tx, { labels }) {
    const { numAffectedRows } = await sql`
      update inbound_payloads
      set status = 'pending', due_at = ${tx.clock.now()}::timestamptz, attempts = 0
      where workspace_id = ${tx.workspaceId} and status = 'unrouted'
        and labels && ${labels}::text[]`.execute(tx.db)
    if (numAffectedRows)
      afterCommit(tx, () =>
        tx.wake([{ kind: 'inbound', workspaceId: tx.workspaceId, targetId: tx.workspaceId }]),
      )
  },
}

/** Processes unrouted payloads with any of `labels` again, once their routes are committed. */
async function offerUnrouted(tx: Scope, labels: string[]): Promise<void> {
  await defer({ ...tx, workspaceId: NO_WORKSPACE }, payloadsOfferedEffect, { labels })
}
