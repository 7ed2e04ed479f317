import { readAudience, recordNotice } from '#account/notices/record-notice.ts'
import type { Notice } from '#account/notices/schema.ts'
import type { Context } from '#db/context.ts'
import type { createSharedBuckets } from '#db/create-shared-buckets.ts'
import { transaction } from '#db/transaction.ts'
import { AppError } from '#lib/errors.ts'
import { requireAllowed } from '#lib/pacing/require-allowed.ts'
import { isAnonymous } from '#platforms/web_chat/write-payload.ts'
import { createStorageQuota } from '#messages/uploads/create-storage-quota.ts'
import { selectFrom } from '#db/select-from.ts'
import type { VisitorSession } from './find-session.ts'
import type { VisitedChat } from './create-web-chat-finder.ts'

type Reason = Extract<Notice, { kind: 'visitors_limited' }>['data']['reason']

/** The burst of a limit, in minutes of its rate. */
const BURST_MINUTES = 10
/** The admins are notified once in this time of each reason. */
const QUIET_MS = 86_400_000
/** The used part of the visitors' share of the storage at which the admins are warned. */
const NEARLY_FULL = 0.8

/** The limits of one web chat for all visitors together. Only anonymous ones have any. */
export type VisitorLimits = {
  /** Counts a file. @throws {AppError} rate_limited */
  takeFile: (chat: VisitedChat, session: VisitorSession) => void
  /** Counts a conversation that begins. @throws {AppError} rate_limited */
  takeConversation: (chat: VisitedChat, session: VisitorSession) => void
  /** Counts bytes to store. @throws {AppError} quota_exceeded */
  takeBytes: (chat: VisitedChat, session: VisitorSession, bytes: number) => Promise<void>
}

/** Creates the limits of web chats. The admins of a workspace get a notice when one of them strikes. */
export function createVisitorLimits(
  context: Context,
  buckets: ReturnType<typeof createSharedBuckets>,
): VisitorLimits {
  const takeStorage = createStorageQuota()
  const { filesPerMinute, conversationsPerMinute } = context.config.visitors
  /** Until when each reason is known to have been reported, so that a flood asks the database once. */
  const quietUntil = new Map<string, number>()

  function warn(chat: VisitedChat, reason: Reason): void {
    const key = `${chat.scope.workspaceId} ${reason}`
    const now = performance.now()
    if ((quietUntil.get(key) ?? 0) > now) return
    if (quietUntil.size > 10_000) quietUntil.clear()
    quietUntil.set(key, now + QUIET_MS)
    recordLimit(chat, reason).catch((err: unknown) => {
      quietUntil.delete(key)
      context.log.warn({ err }, 'failed to record a notice about visitors')
    })
  }

  function take(chat: VisitedChat, reason: 'files' | 'conversations', perMinute: number): void {
    const taken = buckets.take(`chat ${chat.channelId} ${reason}`, {
      ratePerSecond: perMinute / 60,
      burst: perMinute * BURST_MINUTES,
    })
    if (taken.allowed) return
    warn(chat, reason)
    requireAllowed(taken, 'This chat is very busy. Wait a moment and try again.')
  }

  return {
    takeFile(chat, { address }) {
      if (isAnonymous(address)) take(chat, 'files', filesPerMinute)
    },
    takeConversation(chat, { address }) {
      if (isAnonymous(address)) take(chat, 'conversations', conversationsPerMinute)
    },
    async takeBytes(chat, { address }, bytes) {
      const isOfVisitor = isAnonymous(address)
      try {
        const used = await takeStorage(chat.scope, bytes, isOfVisitor)
        if (isOfVisitor && used > NEARLY_FULL) warn(chat, 'storage_nearly_full')
      } catch (err) {
        if (isOfVisitor && err instanceof AppError && err.code === 'quota_exceeded')
          warn(chat, 'storage_full')
        throw err
      }
    },
  }
}

/** Records a notice, unless there was one with the same reason within a day. */
async function recordLimit({ scope, channelId, settings }: VisitedChat, reason: Reason) {
  const audience = await readAudience(scope)
  await transaction(scope, async (tx) => {
    // Another process that reports the same waits here.
    await selectFrom(tx, 'web_chats')
      .select('channel_id')
      .where('channel_id', '=', channelId)
      .forNoKeyUpdate()
      .execute()
    const since = new Date(tx.clock.now().getTime() - QUIET_MS)
    const known = await selectFrom(tx, 'notices')
      .select('data')
      .where('kind', '=', 'visitors_limited')
      .where('created_at', '>', since)
      .execute()
    if (known.some(({ data }) => data['reason'] === reason)) return
    const data = { channel_id: channelId, name: settings.name, reason }
    await recordNotice(tx, { kind: 'visitors_limited', data }, audience)
  })
}
