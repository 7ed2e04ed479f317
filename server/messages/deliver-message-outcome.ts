import type { SendError, SendOutcome } from '../channels/cloud-api.ts'
import type { Scope } from '../context.ts'
import { transaction } from '../db/transaction.ts'
import { recordEvents } from '../events/record-events.ts'
import { TRY_OPEN_MS } from './deliver-message-queue.ts'
import { lockMessages, saveMessageChanges } from './record-message-changes.ts'
import type { MessageRow } from './record-message-changes.ts'
import { applyMessageStatuses } from './record-message-status-effects.ts'
import { adoptParkedStatuses, lockChannelStatuses } from './record-message-statuses.ts'

/** What came of trying a message; `recipient` is the address it was sent to. */
export type Try = { messageId: string; recipient: string; outcome: SendOutcome }

/** How often a message is tried in all; throttles and stops do not count. */
const TRIES_MAX = 8
const RETRY_FIRST_MS = 1000
const RETRY_LONGEST_MS = 600_000

/**
 * Records what came of tries on a channel: accepted messages become `sent` and take up the statuses that came
 * before, final failures become `failed`, the rest gets the time of its next try. One transaction for all.
 */
export async function recordTries(scope: Scope, channelId: string, tries: Try[]): Promise<void> {
  const byId = new Map(tries.map((each) => [each.messageId, each]))
  await transaction(scope, async (tx) => {
    await lockChannelStatuses(tx, channelId)
    await keepAliases(tx, tries)
    const messages = await lockMessages(tx, [...byId.keys()])
    const now = tx.clock.now()
    const changes = messages.map((before) => ({
      before,
      after: { ...before, ...toNext(before, byId.get(before.id)!.outcome, now) },
    }))
    const events = await saveMessageChanges(tx, changes)
    const known = changes.flatMap(({ after }) => {
      const { outcome } = byId.get(after.id)!
      return outcome.kind === 'accepted'
        ? [{ messageId: after.id, platformMessageId: outcome.platformMessageId }]
        : []
    })
    await adoptParkedStatuses(
      tx,
      channelId,
      new Map(known.map((each) => [each.platformMessageId, each.messageId])),
    )
    events.push(...(await applyMessageStatuses(tx, channelId, known)))
    await recordEvents(tx, events)
  })
}

/** The columns that an outcome changes. A message that a status has moved on already only learns its platform id. */
function toNext(message: MessageRow, outcome: SendOutcome, now: Date): Partial<MessageRow> {
  const isQueued = message.status === 'queued'
  if (outcome.kind === 'accepted')
    return {
      platform_message_id: message.platform_message_id ?? outcome.platformMessageId,
      ...(isQueued && {
        status: 'sent' as const,
        sent_at: message.sent_at ?? now,
        send_due_at: null,
        error_code: null,
        error_message: null,
      }),
    }
  if (!isQueued) return {}
  const error = { error_code: outcome.error.code, error_message: outcome.error.message }
  const later = (ms: number) => ({ ...error, send_due_at: new Date(now.getTime() + ms) })
  const tries = message.send_attempts
  switch (outcome.kind) {
    case 'rejected':
      return failed(outcome.error)
    case 'throttle':
    case 'stop':
      return { ...later(holdMs(outcome)!), send_attempts: Math.max(0, tries - 1) }
    case 'ambiguous':
      return tries < TRIES_MAX ? later(TRY_OPEN_MS) : failed(outcome.error)
    case 'retry':
    case 'hold':
      return tries < TRIES_MAX
        ? later(outcome.retryAfterMs ?? backoffMs(tries, outcome.kind === 'hold' ? 4 : 3))
        : failed(outcome.error)
  }
}

function failed(error: SendError): Partial<MessageRow> {
  return {
    status: 'failed',
    error_code: error.code,
    error_message: error.message,
    send_due_at: null,
  }
}

/** The pause before the next try of one message. Source: Cloud API, "Pair rate limits" (4^n seconds). */
function backoffMs(tries: number, base: number): number {
  const pause = Math.min(RETRY_FIRST_MS * base ** Math.max(0, tries - 1), RETRY_LONGEST_MS)
  return Math.round(pause * (0.9 + 0.2 * Math.random()))
}

/** How long an outcome holds up its whole channel, in ms; undefined when it does not. */
export function holdMs(outcome: SendOutcome): number | undefined {
  if (outcome.kind === 'throttle')
    return Math.min(Math.max(outcome.retryAfterMs ?? 10_000, 1000), 3_600_000)
  return outcome.kind === 'stop' ? 300_000 : undefined
}

/** The platform may know a phone under another spelling than ours: what comes from there is the same person's. */
async function keepAliases(tx: Scope, tries: Try[]): Promise<void> {
  const aliases = tries.flatMap(({ messageId, recipient, outcome }) =>
    outcome.kind === 'accepted' &&
    outcome.waId &&
    /^\d{5,20}$/.test(outcome.waId) &&
    outcome.waId !== recipient
      ? [{ messageId, waId: outcome.waId }]
      : [],
  )
  for (const { messageId, waId } of aliases)
    await tx.db
      .insertInto('identities')
      .columns(['workspace_id', 'kind', 'value', 'person_id', 'created_at'])
      .expression((eb) =>
        eb
          .selectFrom('messages')
          .select((select) => [
            'workspace_id',
            select.val('wa_id').as('kind'),
            select.val(waId).as('value'),
            'person_id',
            select.val(tx.clock.now()).as('created_at'),
          ])
          .where('workspace_id', '=', tx.workspaceId)
          .where('id', '=', messageId),
      )
      .onConflict((oc) => oc.columns(['workspace_id', 'kind', 'value']).doNothing())
      .execute()
}
