import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { scanAfter, scanNewest } from '#db/scan-newest.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { readChannel } from './get-channel.ts'
import { toChannelEvent } from './schema.ts'
import type { ChannelEvent } from './schema.ts'

/**
 * Lists the platform's reports about a channel and its business account, newest arrival first.
 *
 * @throws {AppError} channel_not_found, invalid_cursor
 */
export async function listChannelEvents(
  scope: Scope,
  channelId: string,
  input: PageInput,
): Promise<Page<ChannelEvent>> {
  const after = scanAfter(input)
  const channel = await readChannel(scope, channelId)
  const from = (whose: ReturnType<typeof sql>) => sql`
    select * from channel_events
    where workspace_id = ${scope.workspaceId} and ${whose}
      ${after ? sql`and id < ${after}::uuid` : sql``}`
  return scanNewest(
    scope.db,
    {
      sources: [
        from(sql`channel_id = ${channel.id}`),
        // A report without a number concerns all numbers of the account.
        ...(channel.business_account === null
          ? []
          : [from(sql`channel_id is null and business_account = ${channel.business_account}`)]),
      ],
      where: sql`true`,
    },
    input,
    toChannelEvent,
  )
}
