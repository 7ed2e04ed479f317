import { systemScope } from '#db/context.ts'
import type { Context, Scope } from '#db/context.ts'
import { gatherOnServer } from '#db/gather-on-server.ts'
import { limitedTransaction } from '#db/work-together.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import type { Outcome } from '#lib/coalesce.ts'
import { firstOf } from '#lib/first-of.ts'
import type { SafeFetch } from '#lib/outgoing/safe-fetch.ts'
import { createPlatformClients } from '#platforms/registry/create-platform-clients.ts'
import type { PlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { createAttemptRecorder } from './create-attempt-recorder.ts'
import { createDelivery } from './create-delivery.ts'
import type { ChannelTurn } from './create-delivery.ts'
import { charge, createNumberPace, nextInPair } from './create-number-pace.ts'
import { createDueFinder, createDueSearch } from './create-due-finder.ts'
import type { QueuedMessage } from './read-queued.ts'
import { findDueChannels } from './find-due-channels.ts'
import { createChannelReader } from './create-channel-reader.ts'
import { markAttempts, postpone } from './mark-attempts.ts'
import type { MarkedAttempt, MessageToMark } from './mark-attempts.ts'

/** Channels that a process works on at the same time: many, because their turns share statements. */
const SLOTS = 64
/** Conversations of one channel that are worked on at the same time, also those whose outcomes are being recorded. */
const CHATS_AT_ONCE = 64
/** Lease of a channel: how long it waits after its worker was killed. */
const LEASE_MS = 15_000
/** Time after which a lane starts nothing new and goes to the back of the queue. */
const WORK_MS = 20_000

/**
 * Creates the lane of channels' outbound messages: those of a conversation in order, conversations in parallel, no faster
 * than the platform accepts them. An attempt is recorded before the platform is called, and its outcome after. A
 * throttle or a refused account holds the whole channel.
 */
export function createSendLane(
  context: Context,
  options: { clients?: PlatformClients; storage?: MediaStorage; fetch?: SafeFetch['fetch'] } = {},
): LaneHandler<Date | null> {
  const clients = options.clients ?? createPlatformClients(context.config)
  const storage = options.storage ?? createMediaStorage(context.config)
  const gatherMarks = gatherOnServer<ScopedMessage, MarkedAttempt | undefined>({
    name: 'mark_sends',
    maxBatch: 100,
    concurrency: 1,
    together: (calls, limitMs) =>
      limitedTransaction(firstOf(calls).scope, limitMs, (tx) => markAll(tx, calls)),
    apart: (calls) => markAll(context, calls),
  })
  const mark = (message: MessageToMark) =>
    gatherMarks({ message, scope: systemScope(context, message.workspaceId) })
  const readChannel = createChannelReader(context)
  const findDue = createDueFinder()
  const tools = {
    clients,
    storage,
    fetch: options.fetch,
    pace: createNumberPace(),
    readChannel,
    mark,
    record: createAttemptRecorder(),
  }

  return {
    slots: SLOTS,
    leaseMs: LEASE_MS,
    async work({ workspaceId, targetId: channelId, wakeUps }, signal) {
      const scope = systemScope(context, workspaceId)
      const endsAt = performance.now() + WORK_MS
      const turn = await createDelivery(scope, channelId, {
        ...tools,
        signal,
      })
      const isOver = () => signal.aborted || turn.isHeld() || performance.now() > endsAt
      const search = createDueSearch()
      const channel = { id: channelId, pairRate: turn.pairRate }
      while (!isOver()) {
        if (wakeUps?.isPending ?? true) search.isAtEnd = false
        if (wakeUps) wakeUps.isPending = false
        const { chats, pairs, nextAt } = await findDue(scope, channel, search)
        if (chats.length === 0) return nextAt
        const settled = await sendChats(chats, turn, isOver, async (message) => {
          const { pairRate } = turn
          if (!pairRate) return true
          const now = scope.clock.now()
          const fullAt = pairs.get(message.chat_id)
          const freeAt = message.is_group ? undefined : nextInPair(fullAt, now, pairRate)
          if (freeAt) await postpone(scope, message, freeAt)
          else pairs.set(message.chat_id, charge(fullAt ?? 0, now, pairRate))
          return freeAt === undefined
        })
        search.found = search.found.filter((id) => !settled.has(id))
      }
      return turn.heldUntil() ?? context.clock.now()
    },
    findDue: () => findDueChannels(context),
  }
}

/** A message to mark. Its lane lies on the server of its scope. */
type ScopedMessage = { scope: Scope; message: MessageToMark }

async function markAll(
  context: Context,
  calls: ScopedMessage[],
): Promise<Outcome<MarkedAttempt | undefined>[]> {
  const marked = await markAttempts(
    context,
    calls.map(({ message }) => message),
  )
  return marked.map((value) => ({ status: 'fulfilled', value }))
}

/** Sends conversations in parallel, each in order up to its first message that has to wait. Returns the ids of settled messages. */
async function sendChats(
  chats: QueuedMessage[][],
  turn: ChannelTurn,
  isOver: () => boolean,
  mayGo: (message: QueuedMessage) => Promise<boolean>,
): Promise<Set<string>> {
  const waiting = chats.values()
  const settled = new Set<string>()
  const errors: unknown[] = []
  const count = Math.min(turn.isStopped ? 1 : CHATS_AT_ONCE, chats.length)
  const runners = Array.from({ length: count }, async () => {
    for (const messages of waiting) {
      for (const message of messages) {
        if (isOver() || errors.length > 0) return
        try {
          if (!(await mayGo(message)) || (await turn.deliver(message, isOver)) === 'waiting') break
          settled.add(message.id)
        } catch (err) {
          errors.push(err)
        }
      }
    }
  })
  await Promise.all(runners)
  if (errors.length > 0) throw errors[0]
  return settled
}
