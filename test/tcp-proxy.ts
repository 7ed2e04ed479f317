import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A TCP proxy in front of a PostgreSQL, which a test cuts to make the database unavailable. */
type TcpProxy = {
  url: string
  /** Ends every connection and refuses new ones. */
  cut: () => Promise<void>
  restore: () => void
  close: () => Promise<void>
}

/** Starts a proxy on loopback in front of the database at `target`; its `url` leads through it. */
export async function startTcpProxy(target: URL): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((client) => {
    if (isCut) return void client.resetAndDestroy()
    const upstream = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
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
    restore: () => {
      isCut = false
    },
    close: async () => {
      await cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
