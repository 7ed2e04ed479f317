import type { SimulatorState } from '../state.ts'
import type { ControlApp } from './control-app.ts'

const HEARTBEAT_MS = 15_000
/** A watcher that is further behind than this is disconnected; it reconnects and reloads. */
const BUFFER_BYTES_MAX = 1024 * 1024

/** Adds `GET /sim/stream`: server-sent events of all changes while a client listens. */
export function streamRoutes(sim: ControlApp, state: SimulatorState): void {
  const open = new Set<() => void>()

  sim.get('/sim/stream', (request, reply) => {
    const { raw } = reply
    reply.hijack()
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    raw.write('retry: 1000\n\n')
    const stopWatching = state.hub.watch(({ event, data }) => {
      raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      if (raw.writableLength > BUFFER_BYTES_MAX) raw.destroy()
    })
    const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS)
    const end = () => void raw.end()
    open.add(end)
    request.raw.once('close', () => {
      open.delete(end)
      stopWatching()
      clearInterval(heartbeat)
    })
  })

  sim.addHook('preClose', async () => {
    for (const end of open) end()
  })
}
