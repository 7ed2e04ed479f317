import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import { rowColumns } from '#db/row-columns.ts'
import type { MessageStatuses } from '#db/tables/messages.ts'
import type { NewEvent } from '#events/new-event.ts'
import { computeStatus } from './compute-status.ts'
import { computePricing } from './compute-pricing.ts'
import type { PricedReport } from './compute-pricing.ts'
import { recordCharges } from './record-charges.ts'
import { recordRefusedMarketing } from './record-refused-marketing.ts'
import type { ReportedStatus } from './compute-status.ts'
import { lockMessages, saveMessageChanges } from './save-message-changes.ts'
import type { MessageChange, MessageRow } from './save-message-changes.ts'

/** A sent message and an id under which the platform knows it. */
type KnownMessage = { messageId: string; platformMessageId: string }

/**
 * Applies the stored statuses to messages of one channel, and returns `message.status_changed` for each whose status
 * changed, and of contacts that refuse marketing. Runs in the caller's transaction. Locks: the messages in id order, then
 * such contacts.
 */
export async function applyMessageStatuses(
  tx: Scope,
  channelId: string,
  known: KnownMessage[],
): Promise<NewEvent[]> {
  const messages = await lockMessages(tx, [...new Set(known.map((each) => each.messageId))])
  const owners = new Map(known.map((each) => [each.platformMessageId, each.messageId]))
  for (const message of messages)
    if (message.platform_message_id) owners.set(message.platform_message_id, message.id)
  const reports = await findReports(
    tx,
    [...owners.keys()].map((platformMessageId) => ({ channelId, platformMessageId })),
  )
  const given = new Map(known.map((each) => [each.messageId, each.platformMessageId]))
  const byMessage = Map.groupBy(reports, (report) => owners.get(report.platform_message_id)!)
  const changes = messages.map((message) =>
    toChange(message, byMessage.get(message.id) ?? [], given.get(message.id) ?? null),
  )
  await recordCharges(
    tx,
    changes.map(({ after }) => ({ message: after, reports: byMessage.get(after.id) ?? [] })),
  )
  const refused = await recordRefusedMarketing(tx, channelId, changes)
  return [...(await saveMessageChanges(tx, changes)), ...refused]
}

const findReports = gathered<
  { channelId: string; platformMessageId: string },
  Selectable<MessageStatuses>
>((tx, ids) => {
  const asked = ids.rows('asked', {
    channel_id: ['uuid', (each) => each.channelId],
    platform_message_id: ['text', (each) => each.platformMessageId],
  })
  return prepared<Selectable<MessageStatuses>>`
    select ${rowColumns('message_statuses', 'reported')} from ${asked}
    join message_statuses as reported on reported.workspace_id = asked.workspace_id
      and reported.channel_id = asked.channel_id
      and reported.platform_message_id = asked.platform_message_id`.execute(tx.db)
})

function toChange(
  before: MessageRow,
  reports: (ReportedStatus & PricedReport)[],
  given: string | null,
): MessageChange {
  const state = computeStatus(before, reports)
  return {
    before,
    after: {
      ...before,
      ...state,
      pricing: computePricing(before.pricing, reports),
      platform_message_id: before.platform_message_id ?? given,
      send_due_at: state.status === 'queued' ? before.send_due_at : null,
    },
  }
}
