import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '#db/pool.ts'

const PAUSE_MIN_MS = 100
const PAUSE_MAX_MS = 5_000

/**
 * Calls `onNotify` with the payload of each notification on `channel`, and without one after each
 * (re)connection, because notifications may have been missed. Uses its own connection and reconnects with
 * increasing delays until `stop`.
 */
export function listenChannel(options: {
  url: string
  channel: string
  name?: string
  onNotify: (payload?: string) => void
}): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const running = run()

  async function run(): Promise<void> {
    let pauseMs = PAUSE_MIN_MS
    while (!stopped.signal.aborted) {
      if (await listenOnce()) pauseMs = PAUSE_MIN_MS
      await delay(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined)
      pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)
    }
  }

  /** Listens until the connection ends. Returns whether a connection was established. */
  async function listenOnce(): Promise<boolean> {
    const client = createClient(options.url, options.name ?? 'parley lanes')
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    client.on('error', () => end())
    client.on('end', () => end())
    client.on('notification', ({ payload }) => options.onNotify(payload))
    const stop = () => end()
    stopped.signal.addEventListener('abort', stop, { once: true })
    let connected = false
    try {
      await Promise.race([client.connect(), ended])
      if (stopped.signal.aborted) return false
      await client.query(`listen ${options.channel}`)
      connected = true
      options.onNotify()
      await ended
    } catch {
      // The database is unavailable. The caller's polls log it.
    } finally {
      // Without this, every reconnection would leave a listener behind for the lifetime of the process.
      stopped.signal.removeEventListener('abort', stop)
      await Promise.race([
        client.end().catch(() => undefined),
        delay(1_000, undefined, { ref: false }),
      ])
    }
    return connected
  }

  return {
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}
