import type { Socket } from 'node:net'

/**
 * Forwards the bytes of two connections to each other and ends both when one ends. `open` contains the connections that are
 * open.
 */
export function pipeSockets(first: Socket, second: Socket, open: Set<Socket>): void {
  for (const [socket, other] of [
    [first, second],
    [second, first],
  ] as const) {
    open.add(socket)
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      open.delete(socket)
      other.destroy()
    })
    socket.pipe(other)
  }
}
