import type { Scope } from '#db/context.ts'
import { recordOutcome } from '#lanes/record-outcome.ts'
import { continueIn, findCause, readCause, withCause } from '#lib/cause.ts'
import { coalesce } from '#lib/coalesce.ts'
import { createSlots } from '#lib/pacing/create-slots.ts'
import { sendHolds, sends } from '#lib/metrics.ts'
import { startWork } from '#lib/tracing/start-span.ts'
import type { Span } from '#lib/tracing/start-span.ts'
import type { PairRate } from '#platforms/capabilities.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import type { SendOutcome } from '#platforms/send-outcome.ts'
import { confirmAttempts } from './confirm-attempts.ts'
import type { Confirmation } from './confirm-attempts.ts'
import { createSender } from './create-sender.ts'
import type { SenderTools } from './create-sender.ts'
import type { QueuedMessage } from './read-queued.ts'
import { postpone } from './mark-attempts.ts'
import type { MarkedAttempt, MessageToMark } from './mark-attempts.ts'
import type { ChannelReader } from './create-channel-reader.ts'
import type { RecordedAttempt } from './create-attempt-recorder.ts'
import { channelHoldMs } from './record-channel-hold.ts'
import type { Reaction, SendAttempt } from './send-attempt.ts'
import { pairRateOf } from './create-number-pace.ts'
import type { NumberPace } from './create-number-pace.ts'
import { pick } from '#lib/pick.ts'
import { present } from '#lib/present.ts'

/**
 * Turn of one channel. `deliver` attempts one message, unless the turn is over before the pace allows it. `isStopped`:
 * the platform refused the account the last time.
 */
export type ChannelTurn = {
  isStopped: boolean
  pairRate: PairRate | null
  isHeld: () => boolean
  heldUntil: () => Date | undefined
  deliver: (message: QueuedMessage, isOver: () => boolean) => Promise<Delivered>
}

/** Whether a message is settled, or has to wait. */
type Delivered = 'final' | 'waiting'

/** Tools of a channel's turn. `readChannel`, `mark` and `record` are shared with the turns of other channels. */
type TurnTools = SenderTools & {
  readChannel: ChannelReader
  mark: (message: MessageToMark) => Promise<MarkedAttempt | undefined>
  record: (attempt: RecordedAttempt) => Promise<void>
  pace: NumberPace
  signal: AbortSignal
}

/** Attempts of one channel that are in progress at the same time. */
const ATTEMPTS_AT_ONCE = 16

/** The outcome of a marketing template whose contact opted out after it was queued. */
const OPTED_OUT: SendOutcome = {
  kind: 'rejected',
  error: {
    code: 'contact_opted_out',
    message: 'The contact opted out of marketing messages before the message was sent.',
  },
}

/** The outcome of a bot's message whose conversation was handed over after it was queued. */
const HANDED_OVER: SendOutcome = {
  kind: 'rejected',
  error: {
    code: 'handed_over',
    message: 'The conversation was handed over before the message of the bot was sent.',
  },
}

/** Starts a channel's turn. Attempts of many conversations at the same time share their statements, also with other channels. */
export async function createDelivery(
  scope: Scope,
  channelId: string,
  tools: TurnTools,
): Promise<ChannelTurn> {
  const { workspaceId } = scope
  const channel = present(await tools.readChannel({ workspaceId, id: channelId }))
  let heldUntil = channel.send_held_until ?? undefined
  const isHeld = () => heldUntil !== undefined && heldUntil > scope.clock.now()
  const send = createSender(scope, channel, tools)
  const { isHosted } = findPlatform(channel.type).capabilities
  const slots = createSlots(ATTEMPTS_AT_ONCE)
  const confirm = coalesce<QueuedMessage, Confirmation>({
    maxBatch: 100,
    async run(messages) {
      const confirmations = await confirmAttempts(scope, channel, messages)
      return confirmations.map((value) => ({ status: 'fulfilled', value }))
    },
  })

  function hold(outcome: SendOutcome): void {
    const ms = channelHoldMs(outcome)
    if (ms === undefined) return
    heldUntil = new Date(scope.clock.now().getTime() + ms)
    sendHolds.inc({ platform: channel.type })
    scope.log.warn({ channel_id: channelId, ...outcome }, 'sending is on hold for a channel')
  }

  return {
    pairRate: pairRateOf(channel),
    isStopped: Boolean(channel.send_stopped_at),
    isHeld,
    heldUntil: () => (isHeld() ? heldUntil : undefined),
    deliver: (message, isOver) =>
      withCause(readCause(message.cause), () => deliver(message, isOver)),
  }

  async function deliver(message: QueuedMessage, isOver: () => boolean): Promise<Delivered> {
    // The next attempt begins while the outcome of this one is recorded, with more others the longer that takes.
    const attempt = await slots.run(() => attemptOnce(message, isOver))
    if (typeof attempt === 'string') return attempt
    await recordOutcome(() => tools.record({ scope, channel, attempt }))
    const { kind } = attempt.outcome
    return kind === 'accepted' || kind === 'rejected' ? 'final' : 'waiting'
  }

  /** Attempts to send a message, unless it need not or cannot be sent now. */
  async function attemptOnce(
    message: QueuedMessage,
    isOver: () => boolean,
  ): Promise<SendAttempt | Delivered> {
    if (isOver()) return 'waiting'
    await tools.pace(channelId, channel.send_rate, tools.signal)
    if (isOver()) return 'waiting'
    // Parley itself is the platform: repeating an attempt there changes nothing.
    if (message.send_attempts > 0 && !isHosted) {
      const confirmation = await confirm(message)
      if (confirmation.kind === 'settled') return 'final'
      if (confirmation.kind === 'wait') {
        await postpone(scope, message, confirmation.until)
        return 'waiting'
      }
    }
    const { id } = message
    const marked = await tools.mark({
      workspaceId,
      ...pick(message, ['id', 'chat_id', 'send_attempts', 'holder_version']),
    })
    // Another worker has claimed it, or a status has settled it.
    if (marked === undefined) return 'waiting'
    const { attemptId, isOptedOut, isHandedOver } = marked
    const startedAt = performance.now()
    const span = startSendSpan(scope, channel, message)
    const refusal = isOptedOut ? OPTED_OUT : isHandedOver ? HANDED_OVER : undefined
    const outcome = refusal ?? (await send(message))
    const labels = { platform: channel.type, result: outcome.kind }
    sends.observe(labels, (performance.now() - startedAt) / 1000)
    endSendSpan(span, outcome)
    hold(outcome)
    const { recipient } = message
    const reaction = toReaction(message)
    const cause = continueIn(findCause(), span)
    return { messageId: id, attemptId, recipient, outcome, reaction, cause }
  }
}

function toReaction(message: QueuedMessage): Reaction | undefined {
  const { type, reply_to_id: targetId, reply_platform_id: platformMessageId, text } = message
  if (type !== 'reaction' || targetId === null || platformMessageId === null) return undefined
  return { targetId, platformMessageId, emoji: text }
}

/** Starts the span of an attempt to send a message, in the trace of the request that queued it. */
function startSendSpan(
  { workspaceId }: Scope,
  channel: { id: string; type: string },
  { id, send_attempts: attempts }: QueuedMessage,
): Span | undefined {
  const cause = findCause()
  return startWork(`send ${channel.type}`, {
    kind: 'client',
    parent: cause?.traceparent,
    attributes: {
      'parley.workspace_id': workspaceId,
      'parley.request_id': cause?.requestId,
      'parley.channel.id': channel.id,
      'parley.channel.type': channel.type,
      'parley.message.id': id,
      'parley.attempt': attempts + 1,
    },
  })
}

/** Ends the span of an attempt with its outcome; every outcome but acceptance is an error, by the platform's code. */
function endSendSpan(span: Span | undefined, outcome: SendOutcome): void {
  const error = 'error' in outcome ? outcome.error.code : undefined
  span?.end({ 'parley.result': outcome.kind }, error)
}
