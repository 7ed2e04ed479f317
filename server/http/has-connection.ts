import { Socket } from 'node:net'
import type { IncomingMessage } from 'node:http'

/** Returns whether a request came over a connection. One that a test injects has none. */
export function hasConnection({ socket }: IncomingMessage): boolean {
  return socket instanceof Socket
}
