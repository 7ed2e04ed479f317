import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { InWorkspace, WithDb } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import type { Channels } from '#db/tables/channels.ts'
import { coalesce } from '#lib/coalesce.ts'

/** Reads a channel; undefined if it does not exist. */
export type ChannelReader = (
  channel: InWorkspace<{ id: string }>,
) => Promise<Selectable<Channels> | undefined>

/** Creates a function that reads the channels of turns that begin together, in any workspaces of a server, by one statement. */
export function createChannelReader({ db }: WithDb): ChannelReader {
  return coalesce<InWorkspace<{ id: string }>, Selectable<Channels> | undefined>({
    maxBatch: 100,
    concurrency: 2,
    async run(channels) {
      const asked = bulkRows('asked', channels, {
        workspace_id: ['uuid', (each) => each.workspaceId],
        id: ['uuid', (each) => each.id],
      })
      const { rows } = await sql<Selectable<Channels>>`
        select channels.* from ${asked}
        join channels on channels.workspace_id = asked.workspace_id and channels.id = asked.id`.execute(
        db,
      )
      return channels.map(({ workspaceId, id }) => ({
        status: 'fulfilled',
        value: rows.find((row) => row.workspace_id === workspaceId && row.id === id),
      }))
    },
  })
}
