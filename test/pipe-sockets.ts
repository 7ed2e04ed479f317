import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * Forwards the bytes of two connections to each other and ends both when one ends. `open` contains the connections that are
 * open. What `second` sends passes `gate`, if it is given.
 */
export function pipeSockets(first: Socket, second: Socket, open: Set<Socket>, gate?: Duplex): void {
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
    if (gate && socket === second) socket.pipe(gate).pipe(other)
    else socket.pipe(other)
  }
}
