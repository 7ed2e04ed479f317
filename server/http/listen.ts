import type { AddressInfo } from 'node:net'
import type { App } from './app.ts'

/** A port that is not available. The message can be printed as it is. */
class ListenError extends Error {}

/**
 * Starts listening. Returns the URL of `app`, and a function that closes it after requests in progress have
 * finished.
 *
 * variable: the environment variable that sets the port, for the error message.
 * @throws {ListenError}
 */
export async function listen(
  app: App,
  options: { host: string; port: number; variable: string },
): Promise<{ url: string; port: number; close: () => Promise<void> }> {
  try {
    await app.listen({ host: options.host, port: options.port })
  } catch (err) {
    const { code } = err as { code?: string }
    await app.close()
    const reason =
      code === 'EADDRINUSE'
        ? 'is in use by another program'
        : code === 'EACCES'
          ? 'requires more privileges than this user has'
          : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'
            ? `is not available on ${options.host} (HOST)`
            : undefined
    if (!reason) throw err
    throw new ListenError(`Port ${options.port} (${options.variable}) ${reason}.`, { cause: err })
  }
  const { port } = app.server.address() as AddressInfo
  const host = ['0.0.0.0', '::', '127.0.0.1'].includes(options.host) ? 'localhost' : options.host
  return { url: `http://${host}:${port}`, port, close: () => close(app) }
}

async function close(app: App): Promise<void> {
  // Connections that become idle during shutdown would otherwise stay open for the whole keep-alive time.
  const timer = setInterval(() => app.server.closeIdleConnections(), 25)
  try {
    await app.close()
  } finally {
    clearInterval(timer)
  }
}
