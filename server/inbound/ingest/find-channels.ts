import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
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
  const rows = await findAccounts(tx, [...named.values()])
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

type Account = FoundChannel & {
  workspace_id: string
  account: string
  disconnected_at: Date | null
}

const findAccounts = gathered<Source, Account>((tx, sources) => {
  const asked = sources.rows('asked', {
    type: ['text', (source) => source.platform],
    account: ['text', (source) => source.account ?? null],
  })
  return prepared<Account>`
    select channels.workspace_id, channels.id, channels.type, channels.account, business_account, disconnected_at
    from ${asked}
    join channels on channels.workspace_id = asked.workspace_id
      and channels.type = asked.type and channels.account = asked.account`.execute(tx.db)
})

function keyOf(source: Source): string {
  return `${source.platform} ${source.account}`
}
