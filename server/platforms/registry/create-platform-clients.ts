import { Agent } from 'undici'
import { entryOf } from '#lib/entry-of.ts'
import { skippingConnector } from '#lib/outgoing/skip-interim.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import type { ClientOptions, PlatformClient } from '../platform-client.ts'
import { PLATFORMS } from './platforms.ts'

/** Clients of all platforms; `close` lets requests that are in flight finish. */
export type PlatformClients = {
  of: (type: ChannelType) => PlatformClient
  close: () => Promise<void>
}

/** Longest time for one request, answer included. */
const TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 10_000

/** Creates the clients of all platforms on one pool of connections, which `close` closes. */
export function createPlatformClients(
  config: ClientOptions['config'],
  {
    timeoutMs = TIMEOUT_MS,
    mediaBytesMax,
    agent = new Agent({
      connect: skippingConnector({ timeout: Math.min(timeoutMs, CONNECT_TIMEOUT_MS) }),
    }),
  }: { timeoutMs?: number; mediaBytesMax?: number; agent?: Agent } = {},
): PlatformClients {
  const clients = new Map(
    PLATFORMS.map((platform) => [
      platform.type,
      platform.createClient({ config, agent, timeoutMs, mediaBytesMax }),
    ]),
  )
  return {
    of: (type) => entryOf(clients, type),
    close: () => agent.close(),
  }
}
