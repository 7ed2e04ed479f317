import type { Selectable } from 'kysely'
import { createChannelRouteFinder } from '#channels/create-channel-route-finder.ts'
import type { Context, Scope } from '#db/context.ts'
import type { Channels } from '#db/tables/channels.ts'
import type { WebChats } from '#db/tables/web-chats.ts'
import { systemScopeOn } from '#db/in-workspace.ts'
import { WEB_CHAT_TYPE } from '#shared/channel-types.ts'

/** The settings of a web chat, and the encrypted secret of its channel. */
type Settings = Selectable<WebChats> &
  Pick<Selectable<Channels>, 'name' | 'account' | 'access_token'>

/** A connected web chat, with the scope of its workspace. */
export type VisitedChat = { scope: Scope; channelId: string; settings: Settings }

/** How long the settings of a web chat are kept in memory, in milliseconds. */
const KEPT_MS = 3_000
const KEPT_MAX = 10_000
const PUBLIC_ID = /^wc_[0-9A-Za-z]{22}$/

/**
 * Creates a function that finds the connected web chat with a public id, undefined when there is none. A change of the
 * settings applies three seconds later at the latest.
 */
export function createWebChatFinder(
  context: Context,
): (publicId: string) => Promise<VisitedChat | undefined> {
  const findRoutes = createChannelRouteFinder(context)
  const kept = new Map<string, { until: number; found: Promise<Found | undefined> }>()

  async function find(publicId: string): Promise<Found | undefined> {
    const route = (await findRoutes(WEB_CHAT_TYPE, [publicId])).get(publicId)
    if (!route) return undefined
    const { workspaceId, channelId } = route
    const { db } = await systemScopeOn(context, workspaceId)
    const settings = await db
      .selectFrom('web_chats')
      .innerJoin('channels', (join) =>
        join
          .onRef('channels.id', '=', 'web_chats.channel_id')
          .on('channels.workspace_id', '=', workspaceId),
      )
      .where('web_chats.workspace_id', '=', workspaceId)
      .where('web_chats.channel_id', '=', channelId)
      .where('channels.disconnected_at', 'is', null)
      .selectAll('web_chats')
      .select(['channels.name', 'channels.account', 'channels.access_token'])
      .executeTakeFirst()
    return settings && { workspaceId, settings }
  }

  return async (publicId) => {
    if (!PUBLIC_ID.test(publicId)) return undefined
    const now = performance.now()
    let entry = kept.get(publicId)
    if (!entry || entry.until <= now) {
      if (kept.size >= KEPT_MAX) kept.clear()
      entry = { until: now + KEPT_MS, found: find(publicId) }
      kept.set(publicId, entry)
      entry.found.catch(() => kept.delete(publicId))
    }
    const found = await entry.found
    if (!found) return undefined
    // The workspace may have moved to another server since.
    const scope = await systemScopeOn(context, found.workspaceId)
    return { scope, channelId: found.settings.channel_id, settings: found.settings }
  }
}

type Found = { workspaceId: string; settings: Settings }
