import { sql } from 'kysely'
import { disconnectChannel } from '#channels/disconnect-channel.ts'
import { releaseChannel } from '#channels/release-channel.ts'
import { systemScopeOn } from '#db/in-workspace.ts'
import type { Context } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'
import { withContext } from './with-context.ts'

/** The options of `channels release`. */
type ReleaseChannelOptions = {
  type: ChannelType
  phoneNumberId?: string
  account?: string
  disconnect?: boolean
}

/** Channel that holds an account, in whatever workspace. */
type Holder = { workspaceId: string; id: string; isConnected: boolean }

/** Runs `channels release`: lets another workspace connect an account. */
export async function runReleaseChannel(options: ReleaseChannelOptions): Promise<Result> {
  const account = options.phoneNumberId ?? options.account ?? ''
  const channel = await withContext(async (context) => {
    const { workspaceId, id, isConnected } = await findHolder(context, options.type, account)
    const scope = await systemScopeOn(context, workspaceId)
    if (isConnected && options.disconnect) await disconnectChannel(scope, id)
    else if (isConnected)
      throw new AppError(
        'channel_connected',
        `The account ${account} is connected in the workspace ${workspaceId}. Add --disconnect to disconnect it first.`,
      )
    return releaseChannel(scope, id)
  })
  return { json: { channel }, lines: ['The account was released.', ...toTable(channel)] }
}

/** Finds the channel that routes an account or has it reserved. @throws {AppError} channel_not_found */
async function findHolder(context: Context, type: string, account: string): Promise<Holder> {
  const { rows } = await sql<Holder>`
    select workspace_id as "workspaceId", channel_id as id, true as "isConnected" from channel_routes
    where platform = ${type} and account = ${account}
    union all
    select workspace_id, channel_id, false from channel_reservations
    where platform = ${type} and account = ${account}
    order by "isConnected" desc limit 1`.execute(context.directory)
  if (rows[0]) return rows[0]
  throw new AppError(
    'channel_not_found',
    `The account ${account} is neither connected nor reserved.`,
  )
}
