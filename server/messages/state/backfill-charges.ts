import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { computePricing } from './compute-pricing.ts'
import { recordCharges } from './record-charges.ts'
import { lockMessages, saveMessageChanges } from './save-message-changes.ts'

/** The messages that one transaction reads. */
const BATCH = 500

/** A place in the statuses of a workspace. */
type Place = { channel_id: string; platform_message_id: string }
type Candidate = Place & { message_id: string; is_missing: boolean }

/**
 * Computes the price information and the charges of messages whose statuses were stored before charges were, from those
 * statuses. Messages with charges stay as they are, so it can be stopped and run again at any time, also while statuses
 * arrive. Records no events, because the messages are old. Returns how many messages have charges now that had none.
 */
export async function backfillCharges(scope: Scope): Promise<number> {
  let count = 0
  let place: Place | undefined
  do {
    const candidates = await findCandidates(scope, place)
    const missing = candidates.filter((each) => each.is_missing).map((each) => each.message_id)
    if (missing.length > 0) count += await chargeMessages(scope, missing)
    place = candidates.length < BATCH ? undefined : candidates.at(-1)
  } while (place)
  return count
}

/** Returns the next messages that have statuses; `is_missing`: with price information, but the message has no charge. */
async function findCandidates(scope: Scope, after: Place | undefined): Promise<Candidate[]> {
  const { workspaceId } = scope
  const { rows } = await sql<Candidate>`
    select channel_id, platform_message_id, message_id,
      bool_or(details ? 'pricing' or details -> 'conversation' ? 'pricing') and not exists (
        select from message_charges
        where message_charges.workspace_id = ${workspaceId} and message_charges.message_id = statuses.message_id
      ) as is_missing
    from message_statuses as statuses
    where workspace_id = ${workspaceId} and message_id is not null
      and ${after ? sql`(channel_id, platform_message_id) > (${after.channel_id}, ${after.platform_message_id})` : sql`true`}
    group by channel_id, platform_message_id, message_id
    order by channel_id, platform_message_id
    limit ${BATCH}`.execute(scope.db)
  return rows
}

/** Writes price information and charges of messages. Locks them in id order, as the recording of statuses does. */
async function chargeMessages(scope: Scope, ids: string[]): Promise<number> {
  // oxlint-disable-next-line parley/record-event -- The messages are old: nobody waits for their price.
  return transaction(scope, async (tx) => {
    const messages = await lockMessages(tx, ids)
    const reports = await selectFrom(tx, 'message_statuses')
      .select(['message_id', 'status', 'participant', 'details'])
      .where(
        sql<boolean>`(channel_id, platform_message_id) in (
          select channel_id, platform_message_id from messages
          where workspace_id = ${tx.workspaceId} and id = any (${ids}::uuid[]))`,
      )
      .execute()
    const byMessage = Map.groupBy(reports, (report) => report.message_id)
    const priced = messages.flatMap((before) => {
      const own = byMessage.get(before.id) ?? []
      const pricing = computePricing(before.pricing, own)
      return pricing ? [{ before, after: { ...before, pricing }, reports: own }] : []
    })
    await saveMessageChanges(tx, priced)
    await recordCharges(
      tx,
      priced.map(({ after, reports: own }) => ({ message: after, reports: own })),
    )
    return priced.length
  })
}
