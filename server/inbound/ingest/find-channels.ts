import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import type { Item, Source } from '#platforms/item.ts'
import { UnknownBusinessAccounts } from './with-business-accounts.ts'

/** The channel of items. */
export type FoundChannel = { id: string; type: ChannelType; business_account: string | null }

/** Returns the channel of an item's account, undefined when the workspace has none. */
export type ChannelOf = (source: Source) => FoundChannel | undefined

/**
 * Finds the channels of the accounts that items name.
 *
 * @throws {UnknownBusinessAccounts} if an item names another business account with a connected channel than is known
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
  const learned = [...named].flatMap(([key, { businessAccount }]) => {
    const channel = channels.get(key)
    if (!channel || channel.disconnected_at || businessAccount === undefined) return []
    if (channel.business_account === businessAccount) return []
    const { id, business_account: former } = channel
    return [{ id, platform: channel.type, businessAccount, former }]
  })
  if (learned.length > 0) throw new UnknownBusinessAccounts(learned)
  return (source) => (source.account === undefined ? undefined : channels.get(keyOf(source)))
}

function keyOf(source: Source): string {
  return `${source.platform} ${source.account}`
}
