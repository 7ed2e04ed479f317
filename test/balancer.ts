import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { pipeSockets } from './pipe-sockets.ts'

/** A TCP balancer in front of HTTP servers. */
type Balancer = {
  url: string
  /** Returns whether the last probe found the server ready. */
  isReady: (server: string) => boolean
  /** Returns how many connections to the server are open. */
  countConnections: (server: string) => number
  close: () => Promise<void>
}

/** How often each server is probed, in milliseconds. */
const PROBE_MS = 50

/**
 * Starts a balancer that sends each new connection to the next of `servers` whose /health/ready answered 200 last, and
 * never retries. While none is ready, it uses the one that was ready last.
 */
export async function startBalancer(servers: string[]): Promise<Balancer> {
  const ready = new Set<string>()
  const sockets = new Set<Socket>()
  const upstreams = new Map(servers.map((each) => [each, new Set<Socket>()]))
  const stopping = new AbortController()
  let next = 0
  let lastReady = servers[0]!
  const server = createServer((client) => {
    const usable = servers.filter((each) => ready.has(each))
    const target = usable[next++ % Math.max(1, usable.length)] ?? lastReady
    const { port, hostname } = new URL(target)
    const upstream = connect(Number(port), hostname)
    const open = upstreams.get(target)!
    open.add(upstream)
    upstream.on('close', () => open.delete(upstream))
    pipeSockets(client, upstream, sockets)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const probing = Promise.all(servers.map(probe))

  async function probe(target: string): Promise<void> {
    while (!stopping.signal.aborted) {
      const isOk = await fetch(`${target}/health/ready`, {
        signal: AbortSignal.timeout(2_000),
      }).then(
        async (answer) => (await answer.arrayBuffer(), answer.ok),
        () => false,
      )
      if (isOk) ready.add(target)
      else if (ready.delete(target)) lastReady = target
      await delay(PROBE_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isReady: (target) => ready.has(target),
    countConnections: (target) => upstreams.get(target)!.size,
    async close() {
      stopping.abort()
      await probing
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
