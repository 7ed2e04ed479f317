import { decryptAccessToken } from '../channels/access-token.ts'
import { createCloudApi } from '../channels/cloud-api.ts'
import type { CloudApi, SendOutcome } from '../channels/cloud-api.ts'
import { META_GRAPH_URL } from '../config.ts'
import { systemScope } from '../context.ts'
import type { Context, Scope } from '../context.ts'
import type { LaneHandler } from '../lanes/lane-handler.ts'
import { coalesce } from '../lib/coalesce.ts'
import { holdMs, recordTries } from './deliver-message-outcome.ts'
import type { Try } from './deliver-message-outcome.ts'
import { findDueMessages, markTries } from './deliver-message-queue.ts'
import type { QueuedMessage } from './deliver-message-queue.ts'
import { findDueChannels } from './find-due-channels.ts'

/** Chats of one channel that are sent to at the same time. */
const CHATS_AT_ONCE = 16
/** What a killed worker costs its channels; the lease of a live one is renewed. */
const LEASE_MS = 15_000
/** After this a lane begins nothing new and goes to the back of the queue. */
const WORK_MS = 20_000

/**
 * The lane of a channel's outbound messages: each chat's in order, chats beside each other. A try is noted before
 * the platform is called and its outcome written after; a throttle or a refused account holds the whole channel.
 */
export function createSendLane(context: Context, options: { api?: CloudApi } = {}): LaneHandler<Date | null> {
  const api = options.api ?? createCloudApi({ graphUrl: context.config.graphUrl ?? META_GRAPH_URL })
  const holds = new Map<string, Date>()

  return {
    slots: 16,
    leaseMs: LEASE_MS,
    async work({ workspaceId, targetId: channelId }, signal) {
      const scope = systemScope(context, workspaceId)
      const heldUntil = holds.get(channelId)
      if (heldUntil && heldUntil > context.clock.now()) return heldUntil
      holds.delete(channelId)
      const hold = (outcome: SendOutcome) => {
        const ms = holdMs(outcome)
        if (ms === undefined) return
        holds.set(channelId, new Date(context.clock.now().getTime() + ms))
        context.log.warn({ channel_id: channelId, ...outcome }, 'sending is held on a channel')
      }
      const endsAt = performance.now() + WORK_MS
      const isOver = () => signal.aborted || holds.has(channelId) || performance.now() > endsAt
      const deliver = await createDelivery(scope, channelId, api, hold)
      while (!isOver()) {
        const { chats, nextAt } = await findDueMessages(scope, channelId)
        if (chats.length === 0) return nextAt
        await sendChats(chats, deliver, isOver)
      }
      return holds.get(channelId) ?? context.clock.now()
    },
    findDue: () => findDueChannels(context),
  }
}

type Deliver = (message: QueuedMessage) => Promise<'final' | 'waiting'>

/** Tries one message. What many chats note and write at the same time shares its statements. */
async function createDelivery(
  scope: Scope,
  channelId: string,
  api: CloudApi,
  hold: (outcome: SendOutcome) => void,
): Promise<Deliver> {
  const send = await createSender(scope, channelId, api)
  const mark = coalesce<QueuedMessage, boolean>({
    maxBatch: 100,
    async run(messages) {
      const marked = await markTries(scope, messages)
      return messages.map(({ id }) => ({ status: 'fulfilled', value: marked.has(id) }))
    },
  })
  const record = coalesce<Try, void>({
    maxBatch: 100,
    async run(tries) {
      await recordTries(scope, channelId, tries)
      return tries.map(() => ({ status: 'fulfilled', value: undefined }))
    },
  })
  return async (message) => {
    // Another worker has taken it, or a status has answered for it.
    if (!(await mark(message))) return 'waiting'
    const outcome = await send(message)
    hold(outcome)
    await record({ messageId: message.id, recipient: message.recipient, outcome })
    return outcome.kind === 'accepted' || outcome.kind === 'rejected' ? 'final' : 'waiting'
  }
}

async function createSender(
  scope: Scope,
  channelId: string,
  api: CloudApi,
): Promise<(message: QueuedMessage) => Promise<SendOutcome>> {
  const channel = await scope.db
    .selectFrom('channels')
    .select(['type', 'account', 'access_token'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', channelId)
    .executeTakeFirst()
  const reject = (message: string): SendOutcome => ({
    kind: 'rejected',
    error: { code: 'channel_not_connected', message },
  })
  if (!channel?.access_token) return async () => reject('The channel has no access token.')
  if (channel.type !== 'whatsapp')
    return async () => reject(`Sending by ${channel.type} is not possible yet.`)
  const { account } = channel
  const accessToken = decryptAccessToken(scope, channelId, channel.access_token)
  return ({ id, recipient, type, text, media }) => {
    const url = media?.['url']
    const mediaUrl = typeof url === 'string' ? url : null
    return api.send({ account, accessToken, message: { id, recipient, type, text, mediaUrl } })
  }
}

/** Sends chats beside each other, each in order up to its first message that has to wait. */
async function sendChats(
  chats: QueuedMessage[][],
  deliver: Deliver,
  isOver: () => boolean,
): Promise<void> {
  const waiting = chats.values()
  const errors: unknown[] = []
  const runners = Array.from({ length: Math.min(CHATS_AT_ONCE, chats.length) }, async () => {
    for (const messages of waiting)
      for (const message of messages) {
        if (isOver() || errors.length > 0) return
        try {
          if ((await deliver(message)) === 'waiting') break
        } catch (err) {
          errors.push(err)
        }
      }
  })
  await Promise.all(runners)
  if (errors.length > 0) throw errors[0]
}
