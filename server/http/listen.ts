import type { AddressInfo } from 'node:net'
import { setImmediate as untilPolled } from 'node:timers/promises'
import { toListenError } from '#lib/to-listen-error.ts'
import type { App } from './app.ts'

/**
 * How often sockets are polled before a server closes: a request that has arrived on an idle connection, or on a connection
 * that is not accepted yet, is read and answered, where closing would reset its connection. After a pause of the process many
 * can have arrived. Accepting takes one poll, and reading the next one; the first may have begun before.
 */
const POLLS = 3

/**
 * Starts listening. Returns the URL of `app`, and a function that closes it after requests in progress have finished.
 * `variable` is the environment variable that sets the port, for the error message.
 *
 * @throws {ListenError}
 */
export async function listen(
  app: App,
  options: { host: string; port: number; variable: string },
): Promise<{ url: string; port: number; close: () => Promise<void> }> {
  try {
    await app.listen({ host: options.host, port: options.port })
  } catch (err) {
    await app.close()
    throw toListenError(err, options)
  }
  const { port } = app.server.address() as AddressInfo
  const host = ['0.0.0.0', '::', '127.0.0.1'].includes(options.host) ? 'localhost' : options.host
  return { url: `http://${host}:${port}`, port, close: () => close(app) }
}

async function close(app: App): Promise<void> {
  for (let poll = 0; poll < POLLS; poll++) await untilPolled()
  // Connections that become idle during shutdown would otherwise stay open for the whole keep-alive time.
  using _timer = setInterval(() => setImmediate(() => app.server.closeIdleConnections()), 25)
  await app.close()
}
