import type { Scope } from '#context.ts'
import type { PlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { decryptAccessToken } from './access-token.ts'
import { checkChannel } from './check-channel.ts'
import type { CheckedChannel } from './check-channel.ts'
import type { ChannelChecks } from './check-schema.ts'
import { readChannel } from './get-channel.ts'

/** Checks one of the workspace's channels. @throws {AppError} channel_not_found */
export async function checkStoredChannel(
  scope: Scope,
  clients: PlatformClients,
  id: string,
): Promise<ChannelChecks> {
  const row = await readChannel(scope, id)
  return runChecks(scope, clients, {
    type: row.type,
    account: row.account,
    businessAccount: row.business_account,
    accessToken: row.access_token ? decryptAccessToken(scope, row.id, row.access_token) : undefined,
    lastInboundAt: row.last_inbound_at,
  })
}

/** Checks a channel that need not exist yet; adds the callback URL for its settings at the platform. */
export async function runChecks(
  scope: Scope,
  clients: PlatformClients,
  channel: CheckedChannel,
): Promise<ChannelChecks> {
  return {
    ...(await checkChannel(scope, clients, channel)),
    callback_url: `${scope.config.ingestUrl}/webhook/${channel.type}`,
    checked_at: scope.clock.now(),
  }
}
