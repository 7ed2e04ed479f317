import type { Scope } from '#db/context.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import type { ClaimedAccount } from '#platforms/ownership.ts'
import { checkAccountForm } from '#platforms/registry/check-account-form.ts'
import type { PlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { checkAccessToken, decryptAccessToken } from './encrypt-access-token.ts'
import { checkBusinessAccount } from './create-channel.ts'
import { readChannel } from './get-channel.ts'
import type { CreateChannelBody, UpdateChannelBody } from './schema.ts'

const RETRY_AFTER_SECONDS = 5

/**
 * Asks the platform whether the token of a new channel owns its account and its business account. Must succeed before
 * `createChannel` runs for a caller who is not the operator. Calls the network.
 *
 * @throws {AppError} ownership_not_proven, platform_unavailable, validation_failed
 */
export async function proveNewChannel(
  clients: PlatformClients,
  { type, account, business_account: businessAccount, access_token: token }: CreateChannelBody,
): Promise<void> {
  checkAccountForm(type, account)
  checkBusinessAccount(businessAccount)
  checkAccessToken(token)
  await prove(clients, type, {
    account,
    businessAccount: businessAccount ?? null,
    accessToken: token,
  })
}

/**
 * Asks the platform about a new access token or business account of a channel. Other changes need no proof. Must
 * succeed before `updateChannel` runs for a caller who is not the operator. Calls the network, after `limit`.
 *
 * @throws {AppError} channel_not_found, channel_not_connected, ownership_not_proven, platform_unavailable,
 * validation_failed
 */
export async function proveChannelUpdate(
  scope: Scope,
  clients: PlatformClients,
  id: string,
  { business_account: businessAccount, access_token: newToken }: UpdateChannelBody,
  limit: () => void,
): Promise<void> {
  checkBusinessAccount(businessAccount)
  checkAccessToken(newToken)
  const row = await readChannel(scope, id)
  if (findPlatform(row.type).capabilities.isHosted) {
    refuseForHosted('business_account', businessAccount)
    refuseForHosted('access_token', newToken)
  }
  const isOther = businessAccount !== undefined && businessAccount !== row.business_account
  const isNewToken = typeof newToken === 'string'
  if (!isOther && !isNewToken) return
  checkIsConnected(row)
  const stored = row.access_token ? decryptAccessToken(scope, row.id, row.access_token) : undefined
  const accessToken = newToken ?? stored
  if (accessToken === undefined)
    throw invalidField(
      'access_token',
      'is required, because the platform confirms with it that the business account is yours',
    )
  limit()
  const claim = {
    account: row.account,
    businessAccount: isOther ? businessAccount : null,
    accessToken,
  }
  // The account of a channel never changes, so the token is what the caller can correct.
  await prove(clients, row.type, claim, { account: 'access_token' })
}

/** Checks that a channel is connected. @throws {AppError} channel_not_connected */
export function checkIsConnected(row: { disconnected_at: Date | null }): void {
  if (row.disconnected_at)
    throw new AppError(
      'channel_not_connected',
      'The channel is disconnected. Connect it again first.',
    )
}

/** The secret of a channel that Parley itself hosts is in the place of a token. */
function refuseForHosted(field: string, value: unknown): void {
  if (value !== undefined) throw invalidField(field, 'cannot be set for a web chat')
}

async function prove(
  clients: PlatformClients,
  type: ChannelType,
  claim: ClaimedAccount,
  fields: { account?: string } = {},
): Promise<void> {
  const ownership = await clients.of(type).proveOwnership(claim)
  if (ownership.kind === 'proven') return
  const { code, message } = ownership.error
  if (ownership.kind === 'unknown')
    throw new AppError(
      'platform_unavailable',
      `The platform could not confirm that the account is yours. ${message} Try again in a moment.`,
      { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
    )
  const field = ownership.field === 'account' ? (fields.account ?? 'account') : ownership.field
  throw new AppError(
    'ownership_not_proven',
    `The platform does not confirm that the account is yours. ${message}`,
    { fields: [{ field, code, message }] },
  )
}
