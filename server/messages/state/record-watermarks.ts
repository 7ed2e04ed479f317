import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import type { ReadWatermark } from '#platforms/item.ts'
import { plainStatus } from '#platforms/plain-status.ts'
import type { NewEvent } from '#events/new-event.ts'
import { recordMessageStatuses } from './record-message-statuses.ts'

/**
 * A channel's watermark. Without `until` it reports nothing new, but applies earlier watermarks to messages that
 * arrived later.
 */
export type Watermark = ReadWatermark & { channelId: string }

/** Batch size: at most this many messages per watermark; the next watermark updates the rest. */
const MESSAGES_MAX = 500

/**
 * Records until when a conversation's messages were delivered and read: a maximum, so that repetitions and order do
 * not matter. Returns whether each was new. Runs in the caller's transaction, which records `events` at its end.
 * Locks: the channel, then messages by id.
 */
export async function recordWatermarks(
  tx: Scope,
  inputs: Watermark[],
): Promise<{ isNew: boolean[]; events: NewEvent[] }> {
  const events: NewEvent[] = []
  const isNew: boolean[] = []
  for (const input of inputs) {
    const isFurther = input.until !== undefined && (await keep(tx, input, input.until))
    const found = await findBehind(tx, input)
    isNew.push(isFurther || found.length > 0)
    if (found.length === 0) continue
    const recorded = await recordMessageStatuses(
      tx,
      input.channelId,
      found.map(({ platform_message_id: platformMessageId, until }) =>
        plainStatus({ platformMessageId, status: input.status, at: until }),
      ),
    )
    events.push(...recorded.events)
  }
  return { isNew, events }
}

/** Stores a watermark; returns false when a later one is stored already. */
async function keep(tx: Scope, input: Watermark, until: Date): Promise<boolean> {
  const column = sql.ref(columnOf(input))
  const { numAffectedRows } = await sql`
    insert into chat_watermarks as kept (workspace_id, channel_id, recipient, ${column})
    values (${tx.workspaceId}, ${input.channelId}, ${input.recipient}, ${until})
    on conflict (workspace_id, channel_id, recipient) do update
      set ${column} = excluded.${column}
      where kept.workspace_id = ${tx.workspaceId}
        and (kept.${column} is null or kept.${column} < excluded.${column})`.execute(tx.db)
  return (numAffectedRows ?? 0n) > 0n
}

function columnOf(input: Watermark): string {
  return input.status === 'read' ? 'read_until' : 'delivered_until'
}

/** Finds sent messages whose status is behind the watermark, newest first. */
async function findBehind(
  tx: Scope,
  input: Watermark,
): Promise<{ platform_message_id: string; until: Date }[]> {
  const until = sql.ref(columnOf(input))
  const { rows } = await sql<{ platform_message_id: string; until: Date }>`
    select platform_message_id, ${until} as until
    from chat_watermarks as kept
    join chats on chats.workspace_id = ${tx.workspaceId} and chats.channel_id = kept.channel_id
      and chats.recipient = kept.recipient
    join messages on messages.workspace_id = ${tx.workspaceId} and messages.chat_id = chats.id
    where kept.workspace_id = ${tx.workspaceId} and kept.channel_id = ${input.channelId}
      and kept.recipient = ${input.recipient}
      and messages.direction = 'outbound' and messages.platform_message_id is not null
      and messages.created_at <= ${until}
      and messages.status = any (${input.status === 'read' ? ['sent', 'delivered'] : ['sent']}::text[])
    order by messages.created_at desc, messages.id desc
    limit ${MESSAGES_MAX}`.execute(tx.db)
  return rows
}
