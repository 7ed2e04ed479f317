import { routeBusinessAccount } from '#channels/create-channel.ts'
import { leaveBusinessAccount } from '#channels/disconnect-channel.ts'
import type { Scope } from '#context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import type { Item, Source } from '#platforms/item.ts'

/** The channel of items. */
export type FoundChannel = { id: string; type: ChannelType; business_account: string | null }

/** Returns the channel of an item's account, undefined when the workspace has none. */
export type ChannelOf = (source: Source) => FoundChannel | undefined

/**
 * Finds the channels of the accounts that items name. Stores the business account that an item names with a connected
 * channel, so that reports about the business account are routed here too.
 */
export async function findChannels(tx: Scope, items: Item[]): Promise<ChannelOf> {
  const named = new Map<string, Source>()
  for (const item of items)
    if ('account' in item && item.account !== undefined) named.set(keyOf(item), item)
  if (named.size === 0) return () => undefined
  const sources = [...named.values()]
  const asked = bulkRows('asked', sources, {
    type: ['text', (source) => source.platform],
    account: ['text', (source) => source.account!],
  })
  const { rows } = await prepared<FoundChannel & { account: string; disconnected_at: Date | null }>`
    select channels.id, channels.type, channels.account, business_account, disconnected_at
    from ${asked}
    join channels on workspace_id = ${tx.workspaceId}
      and channels.type = asked.type and channels.account = asked.account`.execute(tx.db)
  const channels = new Map(rows.map((row) => [`${row.type} ${row.account}`, row]))
  for (const [key, { platform, businessAccount }] of named) {
    const channel = channels.get(key)
    if (!channel || channel.disconnected_at || businessAccount === undefined) continue
    if (channel.business_account === businessAccount) continue
    await tx.db
      .updateTable('channels')
      .set({ business_account: businessAccount })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', channel.id)
      .execute()
    await routeBusinessAccount(tx, platform, businessAccount)
    if (channel.business_account !== null)
      await leaveBusinessAccount(tx, platform, channel.business_account)
    channel.business_account = businessAccount
  }
  return (source) => (source.account === undefined ? undefined : channels.get(keyOf(source)))
}

function keyOf(source: Source): string {
  return `${source.platform} ${source.account}`
}
