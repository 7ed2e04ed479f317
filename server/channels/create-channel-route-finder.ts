import type { WithDirectory } from '#db/context.ts'
import { coalesce } from '#lib/coalesce.ts'

/** The workspace and channel of an account's payloads. */
type ChannelRoute = { workspaceId: string; channelId: string }

/** Returns the routes of several accounts of one platform, by account; unconnected accounts are missing. */
type ChannelRouteFinder = (
  platform: string,
  accounts: string[],
) => Promise<Map<string, ChannelRoute>>

/**
 * Creates a finder that combines concurrent lookups into one query. Reads the directory, because the workspace is not
 * known yet.
 */
export function createChannelRouteFinder(context: WithDirectory): ChannelRouteFinder {
  const find = coalesce<{ platform: string; account: string }, ChannelRoute | undefined>({
    maxBatch: 500,
    concurrency: 2,
    keyOf: (input) => input.platform,
    async run(inputs) {
      const rows = await context.directory
        .selectFrom('channel_routes')
        .selectAll()
        .where('platform', '=', inputs[0]!.platform)
        .where('account', 'in', [...new Set(inputs.map((input) => input.account))])
        .execute()
      const routes = new Map(
        rows.map((row) => [
          row.account,
          { workspaceId: row.workspace_id, channelId: row.channel_id },
        ]),
      )
      return inputs.map((input) => ({ status: 'fulfilled', value: routes.get(input.account) }))
    },
  })
  return async (platform, accounts) => {
    const distinct = [...new Set(accounts)]
    const routes = await Promise.all(distinct.map((account) => find({ platform, account })))
    return new Map(
      distinct.flatMap((account, index) => (routes[index] ? [[account, routes[index]]] : [])),
    )
  }
}
