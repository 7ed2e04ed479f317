import type { Selectable } from 'kysely'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import type { Channels } from '#db/tables/channels.ts'

type ChannelState = Pick<Selectable<Channels>, 'workspace_id' | 'type' | 'send_error_code'>

/** Reads the type of channels by their ids, and the error that holds them, for several workspaces by one statement. */
export const findChannelStates = gathered<string, ChannelState>((tx, ids) => {
  const asked = ids.rows('asked', { id: ['uuid', (id) => id] })
  return prepared<ChannelState>`
    select channels.workspace_id, channels.type, channels.send_error_code from ${asked}
    join channels on channels.workspace_id = asked.workspace_id and channels.id = asked.id`.execute(
    tx.db,
  )
})
