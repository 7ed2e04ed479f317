import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import type { Config } from '#config.ts'
import { StartError } from './start-error.ts'

/**
 * Replaces every port 0 of the configuration by a free port, so that the processes know each other's ports.
 */
export async function withFreePorts(config: Config): Promise<Config> {
  const [port, ingestPort, simulatorPort] = await Promise.all(
    [config.port, config.ingestPort, config.simulatorPort].map(
      async (each) => each || (await findFreePort(config.host)),
    ),
  )
  return {
    ...config,
    port: port!,
    ingestPort: ingestPort!,
    simulatorPort: simulatorPort!,
    publicUrl: config.publicUrl.replace(/:0$/, `:${port}`),
    ingestUrl: config.ingestUrl.replace(/:0$/, `:${ingestPort}`),
  }
}

/** Below the ports that systems give to outgoing connections, one of which could take a port before we listen. */
const FREE_PORTS = { first: 31_000, end: 32_768 }

async function findFreePort(host: string): Promise<number> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const port = randomInt(FREE_PORTS.first, FREE_PORTS.end)
    if (await isFree(port, host)) return port
  }
  throw new StartError('No port is free. Set PORT, INGEST_PORT and SIMULATOR_PORT.')
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}
