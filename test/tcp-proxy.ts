import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
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
  /** Forwards new connections again. */
  restore: () => void
  close: () => Promise<void>
}

/** Starts a proxy on loopback in front of the database at `target`; the returned `url` connects through the proxy. */
export async function startTcpProxy(target: URL): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isCut = false
  let refused = 0
  let isSilent = false
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
    pipeSockets(client, upstream, sockets)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
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
    restore: () => {
      isCut = isSilent = false
    },
    close: async () => {
      await cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
