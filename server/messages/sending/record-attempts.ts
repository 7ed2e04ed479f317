import { readAudience } from '#account/notices/record-notice.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { attributeEvents } from '#events/attribute-events.ts'
import { recordEvents } from '#events/record-events.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import type { PlatformErrors } from '#platforms/platform-errors.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import type { SendError, SendOutcome } from '#platforms/send-outcome.ts'
import { UNCONFIRMED } from './confirm-attempts.ts'
import { endAttempts, findOpen } from './end-attempts.ts'
import { findUncertainAttempts, UNCERTAIN_MAX } from './find-uncertain-attempts.ts'
import type { Uncertain } from './find-uncertain-attempts.ts'
import { adoptEarlierUpdates } from '../state/adopt-earlier-updates.ts'
import { lockUnknownReports } from '../state/lock-unknown-reports.ts'
import { lockMessages, saveMessageChanges } from '../state/save-message-changes.ts'
import type { MessageRow } from '../state/save-message-changes.ts'
import { recordRefusedMarketing } from '../state/record-refused-marketing.ts'
import { applyMessageStatuses } from '../state/apply-message-statuses.ts'
import { adoptEarlierStatuses } from '../state/record-message-statuses.ts'
import { recordMessageUpdates } from '../state/record-message-updates.ts'
import { takeOverBySending } from './take-over-by-sending.ts'
import { ATTEMPT_OPEN_MS } from './mark-attempts.ts'
import { channelHoldMs, lockChannelHold, recordChannelHold } from './record-channel-hold.ts'
import type { SendAttempt } from './send-attempt.ts'
import { STORE_AWAY } from './upload-file.ts'

/** Maximum number of attempts of a message; throttles and stops do not count. */
const ATTEMPTS_MAX = 8
/** Pause while our own file storage is unavailable, which does not count as an attempt. */
const STORE_AWAY_MS = 30_000
const RETRY_FIRST_MS = 1000
const RETRY_LONGEST_MS = 600_000

/**
 * Records attempts on a channel in one transaction: accepted messages become `sent` and adopt the statuses that arrived
 * before, final failures become `failed`, the others get the time of their next attempt. Repeating it changes nothing.
 */
export async function recordAttempts(
  scope: Scope,
  channel: { id: string; type: ChannelType },
  attempts: SendAttempt[],
): Promise<void> {
  const { id: channelId, type } = channel
  const { errors } = findPlatform(type)
  const byId = new Map(attempts.map((each) => [each.messageId, each]))
  const isStopped = attempts.some((each) => each.outcome.kind === 'stop')
  const audience = isStopped ? await readAudience(scope) : undefined
  await transaction(scope, async (tx) => {
    await lockUnknownReports(tx, channelId, 'identifying')
    const outcomes = attempts.map((each) => each.outcome)
    const hold = await lockChannelHold(tx, channelId, outcomes)
    await addAliases(tx, attempts)
    const takenOver = await takeOverBySending(tx, type, attempts)
    const targets = attempts.flatMap((each) => each.reaction?.targetId ?? [])
    const locked = await lockMessages(tx, [...new Set([...byId.keys(), ...targets])])
    const messages = locked.filter((row) => byId.has(row.id))
    const unanswered = attempts.filter(({ outcome }) => outcome.kind === 'ambiguous')
    const uncertain = await findUncertainAttempts(
      tx,
      unanswered.map((each) => each.messageId),
      { but: unanswered.map((each) => each.attemptId) },
    )
    const open = await findOpen(tx, attempts)
    const now = tx.clock.now()
    const changes = messages.map((before) => {
      const { outcome } = byId.get(before.id)!
      const isDecided = outcome.kind !== 'accepted' && !open.has(before.id)
      const next = isDecided ? {} : toNext(before, outcome, { now, uncertain, errors })
      return { before, after: { ...before, ...next } }
    })
    const events = await saveMessageChanges(tx, changes)
    events.push(...(await recordRefusedMarketing(tx, channelId, changes)))
    await endAttempts(
      tx,
      attempts,
      new Map(changes.map(({ after }) => [after.id, after.send_due_at])),
    )
    const known = changes.flatMap(({ after }) => {
      const { outcome } = byId.get(after.id)!
      return outcome.kind === 'accepted'
        ? [{ messageId: after.id, platformMessageId: outcome.platformMessageId }]
        : []
    })
    await adoptEarlierStatuses(
      tx,
      channelId,
      new Map(known.map((each) => [each.platformMessageId, each.messageId])),
    )
    events.push(...(await applyMessageStatuses(tx, channelId, known)))
    const accepted = known.map(({ messageId, platformMessageId }) => ({
      id: messageId,
      channel_id: channelId,
      platform_message_id: platformMessageId,
    }))
    events.push(...(await adoptEarlierUpdates(tx, accepted)))
    events.push(...(await recordReactions(tx, channel, attempts)))
    if (hold) await recordChannelHold(tx, type, { hold, outcomes, audience })
    const causes = new Map(attempts.map((each) => [each.messageId, each.cause]))
    await recordEvents(tx, attributeEvents([...events, ...takenOver], causes))
  })
}

/** Returns the columns that an outcome changes; a message with a later status only gets its platform id. */
function toNext(
  message: MessageRow,
  outcome: SendOutcome,
  {
    now,
    uncertain,
    errors,
  }: { now: Date; uncertain: Map<string, Uncertain>; errors: PlatformErrors },
): Partial<MessageRow> {
  const isQueued = message.status === 'queued'
  if (outcome.kind === 'accepted')
    return {
      platform_message_id: message.platform_message_id ?? outcome.platformMessageId,
      ...(isQueued && {
        status: 'sent' as const,
        // The process that stored the message may have a clock that is ahead.
        sent_at: message.sent_at ?? (now > message.created_at ? now : message.created_at),
        send_due_at: null,
        error_code: null,
        error_message: null,
      }),
    }
  if (!isQueued) return {}
  const error = { error_code: outcome.error.code, error_message: outcome.error.message }
  const later = (ms: number) => ({ ...error, send_due_at: new Date(now.getTime() + ms) })
  const attempts = message.send_attempts
  switch (outcome.kind) {
    case 'rejected':
      return failed(outcome.error)
    case 'throttle':
    case 'stop':
      return { ...later(channelHoldMs(outcome)!), send_attempts: Math.max(0, attempts - 1) }
    case 'ambiguous': {
      const before = uncertain.get(message.id)?.count ?? 0
      return before + 1 < UNCERTAIN_MAX ? later(ATTEMPT_OPEN_MS * 2 ** before) : UNCONFIRMED
    }
    case 'retry':
      if (outcome.error.code === STORE_AWAY.code)
        return { ...later(STORE_AWAY_MS), send_attempts: Math.max(0, attempts - 1) }
    // falls through
    case 'hold':
      return attempts < (errors.attemptsMax(outcome.error.code) ?? ATTEMPTS_MAX)
        ? later(outcome.retryAfterMs ?? backoffMs(attempts, outcome.kind === 'hold' ? 4 : 3))
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

/** Returns the pause before the next attempt of one message. Source: Cloud API, "Pair rate limits" (4^n seconds). */
function backoffMs(attempts: number, base: number): number {
  const pause = Math.min(RETRY_FIRST_MS * base ** Math.max(0, attempts - 1), RETRY_LONGEST_MS)
  return Math.round(pause * (0.9 + 0.2 * Math.random()))
}

/** Records our reactions with their messages, as those of customers. */
async function recordReactions(
  tx: Scope,
  channel: { id: string; type: ChannelType },
  attempts: SendAttempt[],
) {
  const inputs = attempts.flatMap(({ outcome, reaction }) =>
    reaction && outcome.kind === 'accepted'
      ? [
          {
            channelId: channel.id,
            channelType: channel.type,
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

/** Adds identities by which the platform knows the recipients, such as another spelling of a phone, to the contacts. */
async function addAliases(tx: Scope, attempts: SendAttempt[]): Promise<void> {
  const aliases = attempts.flatMap(({ messageId, outcome }) =>
    outcome.kind === 'accepted' && outcome.alias ? [{ messageId, ...outcome.alias }] : [],
  )
  for (const { messageId, kind, value } of aliases)
    await tx.db
      .insertInto('identities')
      .columns(['workspace_id', 'kind', 'value', 'person_id', 'created_at'])
      .expression((eb) =>
        eb
          .selectFrom('messages')
          .select((select) => [
            select.val(tx.workspaceId).as('workspace_id'),
            select.val(kind).as('kind'),
            select.val(value).as('value'),
            'person_id',
            select.val(tx.clock.now()).as('created_at'),
          ])
          .where('workspace_id', '=', tx.workspaceId)
          .where('id', '=', messageId),
      )
      .onConflict((oc) => oc.columns(['workspace_id', 'kind', 'value']).doNothing())
      .execute()
}
