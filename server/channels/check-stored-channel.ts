import type { Scope } from '#context.ts'
import { decryptAccessToken } from './access-token.ts'
import { checkChannel } from './check-channel.ts'
import type { CheckedChannel } from './check-channel.ts'
import type { ChannelChecks } from './check-schema.ts'
import { readChannel } from './get-channel.ts'
import type { Graph } from './graph.ts'

/** The checks of one of the workspace's channels. @throws {AppError} channel_not_found */
export async function checkStoredChannel(
  scope: Scope,
  graph: Graph,
  id: string,
): Promise<ChannelChecks> {
  const row = await readChannel(scope, id)
  return runChecks(scope, graph, {
    type: row.type,
    account: row.account,
    businessAccount: row.business_account,
    accessToken: row.access_token ? decryptAccessToken(scope, row.id, row.access_token) : undefined,
    lastInboundAt: row.last_inbound_at,
  })
}

/** The checks of a channel, or of one to be, with what its settings at the platform need. */
export async function runChecks(
  scope: Scope,
  graph: Graph,
  channel: CheckedChannel,
): Promise<ChannelChecks> {
  return {
    ...(await checkChannel(scope, graph, channel)),
    callback_url: `${scope.config.ingestUrl}/webhook/${channel.type}`,
    checked_at: scope.clock.now(),
  }
}
