import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** Starts a server on a free loopback port for the duration of one test and returns the port. */
export async function listen(t: TestContext, server: Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  const listening = Promise.withResolvers<void>()
  server.on('error', listening.reject)
  server.listen(0, host, listening.resolve)
  await listening.promise
  t.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}

/** Starts a server that sends a raw response, byte for byte, after a request has arrived. */
export function listenRaw(t: TestContext, answer: (socket: Socket) => void): Promise<number> {
  return listen(
    t,
    createServer((socket) => {
      socket.once('data', () => answer(socket))
    }),
  )
}
