import { setTimeout as delay } from 'node:timers/promises'
import { checkReadWrite } from '#db/connecting/pooled-client.ts'
import { openClient } from '#db/pool.ts'

const PAUSE_MIN_MS = 100
const PAUSE_MAX_MS = 5_000
const HEARTBEAT_MS = 5_000
/** The time limit of a new connection. */
const CONNECT_MS = 5_000

/**
 * Calls `onNotify` with the payload of each notification on `channel`, and without one after each
 * (re)connection, because notifications may have been missed. Uses its own connection and reconnects with
 * increasing delays until `stop`. Every `heartbeatMs` it checks that the server responds and accepts writes: a
 * connection can be lost without a sign, and a former primary sends no notifications.
 */
export function listenChannel(options: {
  url: string
  channel: string
  name?: string
  heartbeatMs?: number
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
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const listening = new AbortController()
    const stop = () => end()
    stopped.signal.addEventListener('abort', stop, { once: true })
    const connecting = openClient(options.url, options.name ?? 'parley lanes', {
      timeoutMs: CONNECT_MS,
    })
    let connected = false
    try {
      const client = await Promise.race([connecting, ended])
      if (!client || stopped.signal.aborted) return false
      client.on('error', () => end())
      client.on('end', () => end())
      client.on('notification', ({ payload }) => options.onNotify(payload))
      await client.query(`listen ${options.channel}`)
      connected = true
      options.onNotify()
      await Promise.race([ended, checkResponses(client, listening.signal)])
    } catch {
      // The database is unavailable. The caller's polls log it.
    } finally {
      // Without this, every reconnection would leave a listener behind for the lifetime of the process.
      stopped.signal.removeEventListener('abort', stop)
      listening.abort()
      const closed = connecting.then((client) => client.end()).catch(() => undefined)
      await Promise.race([closed, delay(1_000, undefined, { ref: false })])
    }
    return connected
  }

  /** Returns when a heartbeat fails. */
  async function checkResponses(
    client: Awaited<ReturnType<typeof openClient>>,
    signal: AbortSignal,
  ): Promise<void> {
    const { heartbeatMs = HEARTBEAT_MS } = options
    while (!signal.aborted) {
      await delay(heartbeatMs, undefined, { signal })
      await checkReadWrite(client)
    }
  }

  return {
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}
