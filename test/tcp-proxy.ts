import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { Transform } from 'node:stream'
import { withoutSocket } from '#db/embedded/ensure-cluster.ts'
import { pipeSockets } from './pipe-sockets.ts'

/** A TCP proxy in front of a PostgreSQL, which a test cuts to make the database unavailable. */
type TcpProxy = {
  url: string
  /** Ends every connection and refuses new ones. */
  cut: () => Promise<void>
  /** Returns how many connections were refused since the start. */
  refused: () => number
  /** Forwards nothing any more on the open connections, but leaves them open; with `all`, also on new ones. */
  lose: (options?: { all?: boolean }) => void
  /** Forwards each answer of the database `delayMs` later, on all connections. */
  slow: (delayMs: number) => void
  /** Forwards requests, but loses the answers of the database, on all connections. */
  loseAnswers: () => void
  /** Returns how many chunks of answers were lost. */
  lost: () => number
  /** Forwards new connections, and answers, again. */
  restore: () => void
  close: () => Promise<void>
}

/** Starts a proxy on loopback in front of the database at `target`; the returned `url` connects through the proxy. */
export async function startTcpProxy(target: URL): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isCut = false
  let refused = 0
  let isSilent = false
  const answers = { delayMs: 0, areLost: false, lost: 0 }
  const server = createServer((client) => {
    if (isCut) {
      refused++
      return void client.resetAndDestroy()
    }
    if (isSilent) {
      sockets.add(client)
      client.on('close', () => sockets.delete(client)).on('error', () => undefined)
      return void client.resume()
    }
    const upstream = connect(Number(target.port), target.hostname)
    pipeSockets(client, upstream, sockets, createGate(answers))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The address of an embedded database also names its socket, which would pass the proxy by.
  const url = new URL(withoutSocket(target.href))
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const cut = async () => {
    isCut = true
    await Promise.all(
      [...sockets].map(
        (socket) => new Promise((resolve) => socket.once('close', resolve).destroy()),
      ),
    )
  }
  return {
    url: url.href,
    cut,
    refused: () => refused,
    lose: ({ all = false } = {}) => {
      isSilent = all
      for (const socket of sockets) socket.unpipe().resume()
    },
    slow: (delayMs) => void (answers.delayMs = delayMs),
    loseAnswers: () => void (answers.areLost = true),
    lost: () => answers.lost,
    restore: () => {
      isCut = isSilent = answers.areLost = false
      answers.delayMs = 0
    },
    close: async () => {
      await cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Creates a stream that forwards, delays or loses answers, in their order. */
function createGate(answers: { delayMs: number; areLost: boolean; lost: number }): Transform {
  let lastAt = 0
  const gate = new Transform({
    transform(chunk, _encoding, done) {
      const now = performance.now()
      if (answers.areLost) {
        answers.lost++
        return done()
      }
      // An answer must not overtake one that still waits.
      lastAt = Math.max(lastAt, now + answers.delayMs)
      if (lastAt === now) return done(null, chunk)
      setTimeout(() => gate.destroyed || gate.push(chunk), lastAt - now)
      done()
    },
  })
  return gate
}
