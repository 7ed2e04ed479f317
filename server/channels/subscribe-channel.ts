import type { Scope } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { decryptAccessToken } from './access-token.ts'
import { readError } from './check-channel.ts'
import { checkStoredChannel } from './check-stored-channel.ts'
import type { ChannelChecks } from './check-schema.ts'
import { readChannel } from './get-channel.ts'
import type { Graph } from './graph.ts'

/**
 * Subscribes the app of the channel's token to its WhatsApp business account, so that the platform sends webhooks; gives
 * the checks after it. Source: Cloud API, "Subscribed apps".
 *
 * @throws {AppError} channel_not_found, channel_not_connected, business_account_unknown, platform_refused
 */
export async function subscribeChannel(
  scope: Scope,
  graph: Graph,
  id: string,
): Promise<ChannelChecks> {
  const row = await readChannel(scope, id)
  if (row.type !== 'whatsapp' || !row.access_token)
    throw new AppError('channel_not_connected', 'The channel has no access token of WhatsApp.')
  if (row.business_account === null)
    throw new AppError(
      'business_account_unknown',
      'Name the business account of the channel first.',
    )
  const answer = await graph.ask({
    method: 'POST',
    path: `/${row.business_account}/subscribed_apps`,
    accessToken: decryptAccessToken(scope, row.id, row.access_token),
    body: {},
  })
  const error = readError(answer)
  if (error) throw new AppError('platform_refused', `${error.message} (${error.code})`)
  return checkStoredChannel(scope, graph, id)
}
