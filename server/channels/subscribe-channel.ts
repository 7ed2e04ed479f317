import type { Scope } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'
import type { PlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { decryptAccessToken } from './encrypt-access-token.ts'
import { checkStoredChannel } from './check-stored-channel.ts'
import type { ChannelChecks } from './check-schema.ts'
import { readChannel } from './get-channel.ts'

/**
 * Subscribes the app of the channel's token to the channel's business account, so that the platform sends its
 * webhooks. Returns the checks after that.
 *
 * @throws {AppError} channel_not_found, channel_not_connected, business_account_unknown, platform_refused
 */
export async function subscribeChannel(
  scope: Scope,
  clients: PlatformClients,
  id: string,
): Promise<ChannelChecks> {
  const row = await readChannel(scope, id)
  const { subscribe } = clients.of(row.type)
  if (!subscribe || !row.access_token)
    throw new AppError('channel_not_connected', 'The channel has no WhatsApp access token.')
  if (row.business_account === null)
    throw new AppError('business_account_unknown', "Set the channel's business account first.")
  const outcome = await subscribe({
    businessAccount: row.business_account,
    accessToken: decryptAccessToken(scope, row.id, row.access_token),
  })
  if (outcome.kind !== 'accepted') {
    const { code, message } = outcome.error
    throw new AppError('platform_refused', `${message} (${code})`)
  }
  return checkStoredChannel(scope, clients, id)
}
