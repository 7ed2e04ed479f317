import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
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
  if (known.length === 0) return []
  const messages = await lockMessages(tx, [...new Set(known.map((each) => each.messageId))])
  const owners = new Map(known.map((each) => [each.platformMessageId, each.messageId]))
  for (const message of messages)
    if (message.platform_message_id) owners.set(message.platform_message_id, message.id)
  const reports = await selectFrom(tx, 'message_statuses')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('platform_message_id', '=', sql<string>`any (${[...owners.keys()]}::text[])`)
    .execute()
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
