import type { Writable } from 'node:stream'
import type { Context } from '#db/context.ts'
import { createStreamGate } from '#events/create-stream-gate.ts'
import { endStream } from '#events/end-stream.ts'
import { writeToStream } from '#events/write-to-stream.ts'
import { visitorStreams } from '#lib/metrics.ts'
import { addressesOf } from './find-session.ts'
import type { VisitorSession } from './find-session.ts'
import type { VisitedChat } from './create-web-chat-finder.ts'
import { listVisitorMessages } from './list-visitor-messages.ts'
import type { VisitorMessages } from './schema.ts'
import { createConversationWatch } from './create-conversation-watch.ts'

/** Most open streams of a session, of a network (which an office shares), and of this process. */
const LIMITS = { session: 6, network: 60, all: 5_000 }
const RETRY_AFTER_SECONDS = 30
/** Streams end after this time, so that they spread over all servers. Clients reconnect and resume. */
const STREAM_MS = 60 * 60_000
const HEARTBEAT_MS = 20_000
const STALLED_MS = 30_000
const RECONNECT_MS = 2_000
const TYPING_FRAME = 'event: typing\ndata: {}\n\n'

/** The errors for one stream more. */
const CLOSE_ONE = {
  code: 'rate_limited',
  message: 'Too many streams are open. Close one first.',
} as const
const EXHAUSTED = {
  code: 'streams_exhausted',
  message: 'This server cannot open more streams. GET the messages from time to time instead.',
} as const

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
  const enter = createStreamGate(visitorStreams, RETRY_AFTER_SECONDS)
  const open = new Set<Writable>()
  const heartbeats = setInterval(() => {
    for (const out of open) if (!out.writableNeedDrain) out.write(':\n\n')
  }, HEARTBEAT_MS).unref()

  return {
    async open(chat, session, { network, after, begin }) {
      const leave = enter([
        { key: `session ${session.id}`, max: LIMITS.session, ...CLOSE_ONE },
        { key: `network ${network}`, max: LIMITS.network, ...CLOSE_ONE },
        { key: 'all', max: LIMITS.all, ...EXHAUSTED },
      ])
      const ended = new AbortController()
      const { signal } = ended
      const write = (to: Writable, text: string) =>
        writeToStream(to, text, { signal, ended, stalledMs })
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
          endStream(out)
        }
      }
    },
    async close() {
      clearInterval(heartbeats)
      await close()
      for (const out of open) out.destroy()
    },
  }
}

/** Writes each message as an event, then the cursor, which a client sends when it resumes. */
function toFrames({ data, cursor, is_reset: isReset }: VisitorMessages): string {
  const frames = data.map((message) => `event: message\ndata: ${JSON.stringify(message)}\n\n`)
  return `${isReset ? 'event: reset\ndata: {}\n\n' : ''}${frames.join('')}event: cursor\nid: ${cursor}\ndata: ${JSON.stringify({ cursor })}\n\n`
}
