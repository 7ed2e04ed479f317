import type { Context } from '#context.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { failedCheck, passedCheck, waitingCheck } from '#platforms/channel-check.ts'
import type { ChannelCheck } from '#platforms/channel-check.ts'
import type { AccountChecks, CheckedAccount } from '#platforms/platform-client.ts'
import type { PlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'

/** Channel to check; it need not exist yet. */
export type CheckedChannel = CheckedAccount & { type: ChannelType; lastInboundAt: Date | null }

/**
 * Checks each step of connecting a channel: the settings of this server, the account at the platform, and whether a
 * webhook arrived. Changes nothing.
 */
export async function checkChannel(
  context: Pick<Context, 'config'>,
  clients: PlatformClients,
  channel: CheckedChannel,
): Promise<AccountChecks> {
  const account = await clients.of(channel.type).checkAccount?.(channel)
  const firstMessage = channel.lastInboundAt
    ? passedCheck('first_message')
    : waitingCheck('first_message', 'nothing_received')
  return {
    checks: [checkServer(context, channel.type), ...(account?.checks ?? []), firstMessage],
    number: account?.number ?? null,
  }
}

function checkServer({ config }: Pick<Context, 'config'>, type: ChannelType): ChannelCheck {
  const missing = findPlatform(type).receiver?.findMissingSettings(config)
  const first = missing?.signature ?? missing?.handshake
  return first ? failedCheck('server', first) : passedCheck('server')
}
