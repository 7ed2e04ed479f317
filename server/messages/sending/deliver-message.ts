import type { CloudApi, SendOutcome } from '#channels/cloud-api.ts'
import type { Scope } from '#context.ts'
import { coalesce } from '#lib/coalesce.ts'
import type { SafeFetch } from '#lib/safe-fetch.ts'
import type { MediaStorage } from '../media/media-storage.ts'
import { recordTries } from './deliver-message-outcome.ts'
import type { Reaction, Try } from './deliver-message-outcome.ts'
import type { NumberPace } from './deliver-message-pace.ts'
import { markTries } from './deliver-message-queue.ts'
import type { QueuedMessage } from './deliver-message-queue.ts'
import { createSender } from './deliver-message-sender.ts'
import { channelHoldMs } from './record-channel-hold.ts'

/**
 * A turn of one channel. `deliver` tries one message, unless the turn is over before its place in the pace comes;
 * `isStopped`: the platform refused the account the last time.
 */
export type ChannelTurn = {
  isStopped: boolean
  pairBurst: number
  isHeld: () => boolean
  heldUntil: () => Date | undefined
  deliver: (message: QueuedMessage, isOver: () => boolean) => Promise<'final' | 'waiting'>
}

/** What a turn works with; without `fetch` a link that the platform cannot use is final. */
export type TurnTools = {
  api: CloudApi
  fetch?: SafeFetch['fetch'] | undefined
  storage: MediaStorage
  pace: NumberPace
  signal: AbortSignal
}

/** Begins a channel's turn. What many chats note and write at the same time shares its statements. */
export async function createDelivery(
  scope: Scope,
  channelId: string,
  tools: TurnTools,
): Promise<ChannelTurn> {
  const channel = await findChannel(scope, channelId)
  let heldUntil = channel?.send_held_until ?? undefined
  const isHeld = () => heldUntil !== undefined && heldUntil > scope.clock.now()
  const send = createSender(scope, channelId, channel, tools)
  const mark = coalesce<QueuedMessage, string | undefined>({
    maxBatch: 100,
    async run(messages) {
      const marked = await markTries(scope, messages)
      return messages.map(({ id }) => ({ status: 'fulfilled', value: marked.get(id) }))
    },
  })
  const record = coalesce<Try, void>({
    maxBatch: 100,
    async run(tries) {
      await recordTries(scope, channelId, tries)
      return tries.map(() => ({ status: 'fulfilled', value: undefined }))
    },
  })

  function hold(outcome: SendOutcome): void {
    const ms = channelHoldMs(outcome)
    if (ms === undefined) return
    heldUntil = new Date(scope.clock.now().getTime() + ms)
    scope.log.warn({ channel_id: channelId, ...outcome }, 'sending is held on a channel')
  }

  return {
    pairBurst: channel?.send_pair_burst ?? 40,
    isStopped: Boolean(channel?.send_stopped_at),
    isHeld,
    heldUntil: () => (isHeld() ? heldUntil : undefined),
    async deliver(message, isOver) {
      await tools.pace(channelId, channel?.send_rate ?? 80, tools.signal)
      if (isOver()) return 'waiting'
      const attemptId = await mark(message)
      // Another worker has taken it, or a status has answered for it.
      if (attemptId === undefined) return 'waiting'
      const outcome = await send(message)
      hold(outcome)
      const { id: messageId, recipient } = message
      const reaction = toReaction(message)
      await record({ messageId, attemptId, recipient, outcome, reaction })
      return outcome.kind === 'accepted' || outcome.kind === 'rejected' ? 'final' : 'waiting'
    },
  }
}

async function findChannel(scope: Scope, channelId: string) {
  return scope.db
    .selectFrom('channels')
    .select([
      'type',
      'account',
      'access_token',
      'send_rate',
      'send_pair_burst',
      'send_held_until',
      'send_stopped_at',
    ])
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', channelId)
    .executeTakeFirst()
}

function toReaction(message: QueuedMessage): Reaction | undefined {
  const { type, reply_to_id: targetId, reply_platform_id: platformMessageId, text } = message
  if (type !== 'reaction' || targetId === null || platformMessageId === null) return undefined
  return { targetId, platformMessageId, emoji: text }
}
