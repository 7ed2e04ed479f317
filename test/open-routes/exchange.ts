import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A request in bytes, and the port of its server. */
export type Exchange = { port: number; head: string; body: Uint8Array }

/** A request of the generator. */
export type Sent = {
  method: string
  url: string
  headers: Record<string, string>
  body: Buffer
}

let networks = 0

/**
 * Opens a client in another thread. `send` sends a request from a network of its own, so that no limit refuses it, and returns
 * its status, 0 if the connection was closed, and the CPU time in ms that this thread used meanwhile. Work of other
 * threads, such as hashing a password, does not count.
 */
export function openExchange() {
  const worker = new Worker(new URL('exchange-worker.ts', import.meta.url))
  async function send(port: number, { method, url, headers, body }: Sent) {
    networks++
    const all = {
      host: 'localhost',
      'x-forwarded-for': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`,
      'content-length': String(body.length),
      ...headers,
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
    const head = `${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
    const before = process.threadCpuUsage()
    worker.postMessage({ port, head, body } satisfies Exchange)
    const [status] = (await once(worker, 'message')) as [number]
    const { user, system } = process.threadCpuUsage(before)
    return { status, cpuMs: (user + system) / 1000 }
  }
  return { send, close: () => worker.terminate() }
}
