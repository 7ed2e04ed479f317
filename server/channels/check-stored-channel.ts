import type { Scope, WithConfig } from '#db/context.ts'
import { failedCheck, passedCheck, waitingCheck } from '#platforms/channel-check.ts'
import type { ChannelCheck } from '#platforms/channel-check.ts'
import type { CheckedAccount } from '#platforms/platform-client.ts'
import type { PlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { decryptAccessToken } from './encrypt-access-token.ts'
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

/**
 * Checks each step of connecting a channel that need not exist yet: the settings of this server, the account at the platform, and
 * whether a webhook arrived. Changes nothing. Adds the callback URL for the settings at the platform.
 */
export async function runChecks(
  scope: Scope,
  clients: PlatformClients,
  channel: CheckedChannel,
): Promise<ChannelChecks> {
  const account = await clients.of(channel.type).checkAccount?.(channel)
  const firstMessage = channel.lastInboundAt
    ? passedCheck('first_message')
    : waitingCheck('first_message', 'nothing_received')
  return {
    checks: [checkServer(scope, channel.type), ...(account?.checks ?? []), firstMessage],
    number: account?.number ?? null,
    callback_url: `${scope.config.ingestUrl}/webhook/${channel.type}`,
    checked_at: scope.clock.now(),
  }
}

/** Channel to check; it need not exist yet. */
type CheckedChannel = CheckedAccount & { type: ChannelType; lastInboundAt: Date | null }

function checkServer({ config }: WithConfig, type: ChannelType): ChannelCheck {
  const missing = findPlatform(type).receiver?.findMissingSettings(config)
  const first = missing?.signature ?? missing?.handshake
  return first ? failedCheck('server', first) : passedCheck('server')
}
