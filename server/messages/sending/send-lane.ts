import { createCloudApi } from '#channels/cloud-api.ts'
import type { CloudApi } from '#channels/cloud-api.ts'
import { META_GRAPH_URL } from '#config.ts'
import { systemScope } from '#context.ts'
import type { Context } from '#context.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import type { SafeFetch } from '#lib/safe-fetch.ts'
import { createMediaStorage } from '../media/create-media-storage.ts'
import type { MediaStorage } from '../media/media-storage.ts'
import { createDelivery } from './deliver-message.ts'
import type { ChannelTurn } from './deliver-message.ts'
import { charge, createNumberPace, nextInPair, readPairs } from './deliver-message-pace.ts'
import { findDueMessages, postpone } from './deliver-message-queue.ts'
import type { QueuedMessage } from './deliver-message-queue.ts'
import { findDueChannels } from './find-due-channels.ts'

/** Chats of one channel that are sent to at the same time. */
const CHATS_AT_ONCE = 16
/** What a killed worker costs its channels; the lease of a live one is renewed. */
const LEASE_MS = 15_000
/** After this a lane begins nothing new and goes to the back of the queue. */
const WORK_MS = 20_000

/**
 * The lane of a channel's outbound messages: each chat's in order, chats beside each other, no faster than the
 * platform takes them. A try is noted before the platform is called and its outcome written after; a throttle or a
 * refused account holds the whole channel.
 */
export function createSendLane(
  context: Context,
  options: { api?: CloudApi; storage?: MediaStorage; fetch?: SafeFetch['fetch'] } = {},
): LaneHandler<Date | null> {
  const { graphUrl = META_GRAPH_URL, demo } = context.config
  const api = options.api ?? createCloudApi({ graphUrl, isDemo: demo })
  const storage = options.storage ?? createMediaStorage(context.config)
  const { fetch } = options
  const pace = createNumberPace()

  return {
    slots: 16,
    leaseMs: LEASE_MS,
    async work({ workspaceId, targetId: channelId }, signal) {
      const scope = systemScope(context, workspaceId)
      const endsAt = performance.now() + WORK_MS
      const turn = await createDelivery(scope, channelId, { api, storage, fetch, pace, signal })
      const isOver = () => signal.aborted || turn.isHeld() || performance.now() > endsAt
      while (!isOver()) {
        const { chats, nextAt } = await findDueMessages(scope, channelId)
        if (chats.length === 0) return nextAt
        const pairs = await readPairs(
          scope,
          chats.map(([first]) => first!.chat_id),
        )
        await sendChats(chats, turn, isOver, async (message) => {
          const now = scope.clock.now()
          const fullAt = pairs.get(message.chat_id)
          const freeAt = message.is_group ? undefined : nextInPair(fullAt, now, turn.pairBurst)
          if (freeAt) await postpone(scope, message, freeAt)
          else pairs.set(message.chat_id, charge(fullAt ?? 0, now))
          return freeAt === undefined
        })
      }
      return turn.heldUntil() ?? context.clock.now()
    },
    findDue: () => findDueChannels(context),
  }
}

/** Sends chats beside each other, each in order up to its first message that has to wait. */
async function sendChats(
  chats: QueuedMessage[][],
  turn: ChannelTurn,
  isOver: () => boolean,
  mayGo: (message: QueuedMessage) => Promise<boolean>,
): Promise<void> {
  const waiting = chats.values()
  const errors: unknown[] = []
  const count = Math.min(turn.isStopped ? 1 : CHATS_AT_ONCE, chats.length)
  const runners = Array.from({ length: count }, async () => {
    for (const messages of waiting)
      for (const message of messages) {
        if (isOver() || errors.length > 0) return
        try {
          if (!(await mayGo(message)) || (await turn.deliver(message, isOver)) === 'waiting') break
        } catch (err) {
          errors.push(err)
        }
      }
  })
  await Promise.all(runners)
  if (errors.length > 0) throw errors[0]
}
