import type { SendError, SendOutcome } from '#channels/cloud-api.ts'
import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { TRY_OPEN_MS } from './deliver-message-queue.ts'
import { countUncertain, endAttempts } from './deliver-message-attempts.ts'
import { lockMessages, saveMessageChanges } from '../receiving/record-message-changes.ts'
import type { MessageRow } from '../receiving/record-message-changes.ts'
import { applyMessageStatuses } from '../receiving/record-message-status-effects.ts'
import { adoptParkedStatuses, lockChannelStatuses } from '../receiving/record-message-statuses.ts'
import { recordMessageUpdates } from '../receiving/record-message-updates.ts'
import { STORE_AWAY } from './give-upload.ts'
import { channelHoldMs, recordChannelHold } from './record-channel-hold.ts'

/**
 * What came of trying a message; `recipient` is the address it was sent to, `reaction` what it puts on which of the
 * platform's messages.
 */
export type Try = {
  messageId: string
  attemptId: string
  recipient: string
  outcome: SendOutcome
  reaction?: Reaction | undefined
}

/** A reaction of ours to the message `targetId`; `emoji` null takes it back. */
export type Reaction = { targetId: string; platformMessageId: string; emoji: string | null }

/** How often a message is tried in all; throttles and stops do not count. */
const TRIES_MAX = 8
/** How often a message is tried when each time it may have been accepted: it may reach the customer as often. */
const UNCERTAIN_MAX = 3
/** Errors that come back when they come twice. Source: Cloud API, "Error codes" (1: a wrong request, or a fault). */
const triesMax: Record<string, number> = { '1': 3 }
/** The pause while our own store of files is away, which is no try. */
const STORE_AWAY_MS = 30_000
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
    const targets = tries.flatMap((each) => each.reaction?.targetId ?? [])
    const locked = await lockMessages(tx, [...new Set([...byId.keys(), ...targets])])
    const messages = locked.filter((row) => byId.has(row.id))
    const uncertain = await countUncertain(tx, tries)
    const now = tx.clock.now()
    const changes = messages.map((before) => {
      const { outcome } = byId.get(before.id)!
      return { before, after: { ...before, ...toNext(before, outcome, now, uncertain) } }
    })
    const events = await saveMessageChanges(tx, changes)
    await endAttempts(tx, tries, new Map(changes.map(({ after }) => [after.id, after.send_due_at])))
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
    events.push(...(await recordReactions(tx, channelId, tries)))
    await recordChannelHold(
      tx,
      channelId,
      tries.map((each) => each.outcome),
    )
    await recordEvents(tx, events)
  })
}

/** The columns that an outcome changes. A message that a status has moved on already only learns its platform id. */
function toNext(
  message: MessageRow,
  outcome: SendOutcome,
  now: Date,
  uncertain: Map<string, number>,
): Partial<MessageRow> {
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
      return { ...later(channelHoldMs(outcome)!), send_attempts: Math.max(0, tries - 1) }
    case 'ambiguous': {
      const before = uncertain.get(message.id) ?? 0
      return before + 1 < UNCERTAIN_MAX
        ? later(TRY_OPEN_MS * 2 ** before)
        : failed({
            code: 'unconfirmed',
            message: `The platform gave no answer ${UNCERTAIN_MAX} times; whether the customer got the message is not known.`,
          })
    }
    case 'retry':
      if (outcome.error.code === STORE_AWAY.code)
        return { ...later(STORE_AWAY_MS), send_attempts: Math.max(0, tries - 1) }
    // falls through
    case 'hold':
      return tries < (triesMax[outcome.error.code] ?? TRIES_MAX)
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

/** What we reacted stands with the message, as what the customer reacts does. */
async function recordReactions(tx: Scope, channelId: string, tries: Try[]) {
  const inputs = tries.flatMap(({ outcome, reaction }) =>
    reaction && outcome.kind === 'accepted'
      ? [
          {
            channelId,
            kind: 'reaction' as const,
            platformUpdateId: outcome.platformMessageId,
            platformMessageId: reaction.platformMessageId,
            direction: 'outbound' as const,
            actors: [],
            text: reaction.emoji,
            at: tx.clock.now(),
          },
        ]
      : [],
  )
  return inputs.length > 0 ? (await recordMessageUpdates(tx, inputs)).events : []
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
