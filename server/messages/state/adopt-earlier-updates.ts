import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import { toMessage } from '../schema.ts'
import type { NewEvent } from '#events/new-event.ts'
import type { MessageRow } from './save-message-changes.ts'
import { applyMessageUpdates } from './apply-message-updates.ts'

/** A message and the id by which its platform knows it. */
export type Identified = Pick<MessageRow, 'id' | 'channel_id' | 'platform_message_id'>

/**
 * Applies updates, such as reactions, that arrived before the platform ids of these sent messages were known. Returns
 * `message.updated` for each message that changed.
 *
 * Runs in the caller's transaction, which holds the channels' locks of `lockUnknownReports`: an update that another
 * transaction stores at the same time would be missed without it. Locks: the messages, in id order.
 */
export async function adoptEarlierUpdates(tx: Scope, rows: Identified[]): Promise<NewEvent[]> {
  if (rows.length === 0) return []
  const changed = await applyMessageUpdates(tx, await linkAnswersAndUpdates(tx, rows))
  return changed.map((row) => ({ type: 'message.updated', data: toMessage(tx, row) }))
}

/** Links answers and earlier updates to messages, and returns the ids of the messages that have such updates. */
export async function linkAnswersAndUpdates(tx: Scope, rows: Identified[]): Promise<string[]> {
  const updated = await linkGiven(tx, rows)
  return [...new Set(updated.map((row) => row.message_id))]
}

const linkGiven = gathered<Identified, { workspace_id: string; message_id: string }>((tx, rows) => {
  const given = rows.rows('given', {
    channel_id: ['uuid', (row) => row.channel_id],
    platform_message_id: ['text', (row) => row.platform_message_id],
    id: ['uuid', (row) => row.id],
  })
  return prepared<{ workspace_id: string; message_id: string }>`
    with given as (
      select ${given.columns} from ${given}
    ), answers as (
      update messages set reply_to_id = given.id
      from given
      where messages.workspace_id = given.workspace_id and messages.channel_id = given.channel_id
        and messages.reply_to_platform_id = given.platform_message_id and messages.reply_to_id is null
    )
    update message_updates set message_id = given.id
    from given
    where message_updates.workspace_id = given.workspace_id and message_updates.channel_id = given.channel_id
      and message_updates.platform_message_id = given.platform_message_id
      and message_updates.message_id is null
    returning given.workspace_id, message_id`.execute(tx.db)
})
