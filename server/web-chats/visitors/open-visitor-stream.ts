import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { Context } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { streamsRefused, visitorStreams } from '#lib/metrics.ts'
import { addressesOf } from './find-session.ts'
import type { VisitorSession } from './find-session.ts'
import type { VisitedChat } from './find-visited-chat.ts'
import { listVisitorMessages } from './list-visitor-messages.ts'
import type { VisitorMessages } from './schema.ts'
import { createConversationWatch } from './watch-conversations.ts'

/** Most open streams of a session, of a network (which an office shares), and of this process. */
const LIMITS = { session: 6, network: 60, all: 5_000 }
const RETRY_AFTER_SECONDS = '30'
/** Streams end after this time, so that they spread over all servers. Clients reconnect and resume. */
const STREAM_MS = 60 * 60_000
const HEARTBEAT_MS = 20_000
const STALLED_MS = 30_000
const RECONNECT_MS = 2_000
const TYPING_FRAME = 'event: typing\ndata: {}\n\n'

/** A stream that a visitor opens; `begin` starts the answer when it can no longer be refused. */
type Opening = { network: string; after: string | undefined; begin: () => Writable }

/**
 * Creates a function that serves the streams of visitors: messages of their own conversation as server-sent events, from a
 * cursor on and without gaps. Its promise resolves when the stream has ended.
 *
 * open: @throws {AppError} rate_limited, streams_exhausted, invalid_cursor
 */
export function createVisitorStreams(
  context: Context,
  { stalledMs = STALLED_MS }: { stalledMs?: number } = {},
): {
  open: (chat: VisitedChat, session: VisitorSession, opening: Opening) => Promise<void>
  close: () => Promise<void>
} {
  const { watch, close } = createConversationWatch(context)
  const counts = new Map<string, number>()
  let all = 0
  const open = new Set<Writable>()
  const heartbeats = setInterval(() => {
    for (const out of open) if (!out.writableNeedDrain) out.write(':\n\n')
  }, HEARTBEAT_MS).unref()

  function enter(session: VisitorSession, network: string): () => void {
    const keys = [`session ${session.id}`, `network ${network}`] as const
    const headers = { 'retry-after': RETRY_AFTER_SECONDS }
    if (
      (counts.get(keys[0]) ?? 0) >= LIMITS.session ||
      (counts.get(keys[1]) ?? 0) >= LIMITS.network
    )
      throw new AppError('rate_limited', 'Too many streams are open. Close one first.', { headers })
    if (all >= LIMITS.all)
      throw new AppError(
        'streams_exhausted',
        'This server cannot open more streams. GET the messages from time to time instead.',
        { headers },
      )
    const add = (change: 1 | -1) => {
      all += change
      visitorStreams.inc(change)
      for (const key of keys) {
        const count = (counts.get(key) ?? 0) + change
        if (count > 0) counts.set(key, count)
        else counts.delete(key)
      }
    }
    add(1)
    return () => add(-1)
  }

  return {
    async open(chat, session, { network, after, begin }) {
      const leave = countRefusals(() => enter(session, network))
      const ended = new AbortController()
      const { signal } = ended
      let wakes = Promise.withResolvers<void>()
      let out: Writable | undefined
      // Watched before the first reading, so that nothing falls between the two.
      const unwatch = watch({
        scope: chat.scope,
        channelId: chat.channelId,
        addresses: addressesOf(session),
        sessionId: session.id,
        onChange: () => wakes.resolve(),
        onTyping: () => {
          if (out && !out.writableNeedDrain && !out.writableEnded) out.write(TYPING_FRAME)
        },
        end: () => ended.abort(),
      })
      signal.addEventListener('abort', () => wakes.resolve(), { once: true })
      const timer = setTimeout(() => ended.abort(), STREAM_MS * (0.9 + 0.2 * Math.random()))
      try {
        let batch = await listVisitorMessages(chat, session, after === undefined ? {} : { after })
        out = begin()
        out.once('close', () => ended.abort())
        // A visitor who left while we read had closed the stream before we listened.
        if (out.destroyed) return
        open.add(out)
        if (after === undefined) batch = { ...batch, data: [] }
        await write(out, `retry: ${RECONNECT_MS}\n\n${toFrames(batch)}`)
        while (!signal.aborted) {
          await wakes.promise
          if (signal.aborted) break
          wakes = Promise.withResolvers()
          batch = await listVisitorMessages(chat, session, { after: batch.cursor })
          await write(out, toFrames(batch))
        }
      } catch (err) {
        if (!out) throw err
        // The client resumes at its cursor when the database answers again.
        context.log.debug({ err }, 'a stream of a visitor was interrupted')
      } finally {
        clearTimeout(timer)
        unwatch()
        leave()
        if (out) {
          open.delete(out)
          // Data that a visitor does not read would hold the connection open forever.
          if (out.writableNeedDrain) out.destroy()
          else out.end()
        }
      }

      async function write(to: Writable, text: string): Promise<void> {
        if (signal.aborted || to.write(text)) return
        const stalled = setTimeout(() => ended.abort(), stalledMs)
        await once(to, 'drain', { signal }).catch(() => undefined)
        clearTimeout(stalled)
      }
    },
    async close() {
      clearInterval(heartbeats)
      await close()
      for (const out of open) out.destroy()
    },
  }
}

/** Runs `enter`, and counts what it refuses. */
function countRefusals(enter: () => () => void): () => void {
  try {
    return enter()
  } catch (err) {
    if (err instanceof AppError) streamsRefused.inc({ code: err.code })
    throw err
  }
}

/** Writes each message as an event, then the cursor, which a client sends when it resumes. */
function toFrames({ data, cursor, is_reset: isReset }: VisitorMessages): string {
  const frames = data.map((message) => `event: message\ndata: ${JSON.stringify(message)}\n\n`)
  return `${isReset ? 'event: reset\ndata: {}\n\n' : ''}${frames.join('')}event: cursor\nid: ${cursor}\ndata: ${JSON.stringify({ cursor })}\n\n`
}
