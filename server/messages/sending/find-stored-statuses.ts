import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { inWorkspace } from '#db/in-workspace.ts'
import { firstId, NO_WORKSPACE } from '#lib/ids.ts'
import type { ReadStatus } from '#platforms/item.ts'
import { readItems } from '#platforms/registry/read-items.ts'
import type { ChannelType } from '#shared/channel-types.ts'

/** Payloads that one statement searches. */
const PAGE_ROWS = 2_000
/** How far the clocks of two processes may differ. */
const CLOCKS_MS = 300_000

/**
 * Finds statuses of our messages in payloads that are stored but not processed, or whose processing failed: those that
 * wait for the inbound lane, for their own retry, or to be split among workspaces. `since`: no message was sent before.
 * A payload is read only if it contains the id of a message, which platforms return with its statuses.
 */
export async function findStoredStatuses(
  scope: Scope,
  { platform, messageIds, since }: { platform: ChannelType; messageIds: string[]; since: Date },
): Promise<ReadStatus[]> {
  const ids = new Set(messageIds)
  const after = firstId(new Date(since.getTime() - CLOCKS_MS))
  // Payloads of several workspaces first: their parts are stored before they are settled, so none is missed between.
  const unsplit = { ...(await inWorkspace(scope, NO_WORKSPACE)), workspaceId: NO_WORKSPACE }
  const found: ReadStatus[] = []
  for (const home of [unsplit, scope])
    for (const status of ['pending', 'failed'])
      for await (const payload of search(home, { platform, status, after, messageIds }))
        for (const item of readItems({ platform, body: payload.body }, payload.received_at))
          if (item.kind === 'status' && item.status.ownId && ids.has(item.status.ownId))
            found.push(item.status)
  return found
}

/** A payload of a page; `body` is null if it contains none of the ids. */
type Searched = { id: string; body: Buffer | null; received_at: Date }

async function* search(
  scope: Pick<Scope, 'db' | 'workspaceId'>,
  options: { platform: ChannelType; status: string; after: string; messageIds: string[] },
): AsyncGenerator<{ body: Buffer; received_at: Date }> {
  const { platform, status, messageIds } = options
  for (let { after } = options; ;) {
    const { rows } = await sql<Searched>`
      select id, received_at, case when exists (
        select from unnest(${messageIds}::text[]) as message_id where position(convert_to(message_id, 'UTF8') in body) > 0
      ) then body end as body
      from inbound_payloads
      where workspace_id = ${scope.workspaceId} and status = ${sql.lit(status)} and platform = ${platform} and id > ${after}
      order by id
      limit ${PAGE_ROWS}`.execute(scope.db)
    for (const { body, received_at } of rows) if (body) yield { body, received_at }
    if (rows.length < PAGE_ROWS) return
    after = rows.at(-1)!.id
  }
}
