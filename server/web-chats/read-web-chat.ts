import type { Selectable } from 'kysely'
import type { Config } from '#lib/settings/config.ts'
import type { Scope } from '#db/context.ts'
import type { Channels } from '#db/tables/channels.ts'
import type { WebChats } from '#db/tables/web-chats.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { pickFields } from '#lib/schemas.ts'
import { WebChat } from './schema.ts'

/** The row of a web chat's settings, with its channel's settings that the API shows. */
export type WebChatRow = Selectable<WebChats> &
  Pick<Selectable<Channels>, 'id' | 'name' | 'account' | 'disconnected_at' | 'created_at'>

/** Returns the query of the workspace's web chats. */
export function selectWebChats(scope: Scope) {
  return scope.db
    .selectFrom('web_chats')
    .innerJoin('channels', (join) =>
      join
        .onRef('channels.id', '=', 'web_chats.channel_id')
        .on('channels.workspace_id', '=', scope.workspaceId),
    )
    .where('web_chats.workspace_id', '=', scope.workspaceId)
    .selectAll('web_chats')
    .select([
      'channels.id',
      'channels.name',
      'channels.account',
      'channels.disconnected_at',
      'channels.created_at',
    ])
}

/** Returns the row of a web chat. @throws {AppError} channel_not_found */
export async function readWebChat(scope: Scope, id: string): Promise<WebChatRow> {
  const row = isUuid(id)
    ? await selectWebChats(scope).where('channels.id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw new AppError('channel_not_found', `There is no web chat ${id} in this workspace.`)
  return row
}

/** Returns the web chat with this id. @throws {AppError} channel_not_found */
export async function getWebChat(scope: Scope, id: string): Promise<WebChat> {
  return toWebChat(scope.config, await readWebChat(scope, id))
}

/** Converts a row to the API's web chat. */
export function toWebChat(
  config: Pick<Config, 'ingestUrl'>,
  row: Omit<WebChatRow, 'workspace_id' | 'channel_id'>,
): WebChat {
  return pickFields(WebChat, {
    ...row,
    public_id: row.account,
    script_url: `${config.ingestUrl}/chat.js`,
  })
}
