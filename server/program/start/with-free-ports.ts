import { randomInt } from 'node:crypto'
import type { Config } from '#lib/settings/config.ts'
import { isOwned } from '#db/embedded/take-ownership.ts'
import { errorFields } from '#lib/errors.ts'
import { toListenError } from '#lib/to-listen-error.ts'
import { StartError } from './start-error.ts'
import { tryPort } from './try-port.ts'

/**
 * Replaces every port 0 of the configuration by a free port, so that the processes know each other's ports.
 */
export async function withFreePorts(config: Config): Promise<Config> {
  const ports: number[] = []
  // In turn, so that the error is always about the first of them.
  for (const { port, variable } of listenedPorts(config))
    ports.push(port || (await findFreePort(config.host, variable)))
  const [port, ingestPort, simulatorPort] = ports
  return {
    ...config,
    port: port!,
    ingestPort: ingestPort!,
    simulatorPort: simulatorPort!,
    publicUrl: config.publicUrl.replace(/:0$/, `:${port}`),
    ingestUrl: config.ingestUrl.replace(/:0$/, `:${ingestPort}`),
  }
}

function listenedPorts({ port, ingestPort, simulatorPort }: Config) {
  return [
    { part: 'api', variable: 'PORT', port },
    { part: 'ingest', variable: 'INGEST_PORT', port: ingestPort },
    { part: 'simulator', variable: 'SIMULATOR_PORT', port: simulatorPort },
  ]
}

/** Below the ports that systems give to outgoing connections, one of which could take a port before we listen. */
const FREE_PORTS = { first: 31_000, end: 32_768 }

async function findFreePort(host: string, variable: string): Promise<number> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const port = randomInt(FREE_PORTS.first, FREE_PORTS.end)
    try {
      await tryPort(port, host)
      return port
    } catch (err) {
      const { code } = errorFields(err)
      if (code !== 'EADDRINUSE' && code !== 'EACCES')
        throw toListenError(err, { host, port: 0, variable })
    }
  }
  throw new StartError('No port is free. Set PORT, INGEST_PORT and SIMULATOR_PORT.')
}

/**
 * Checks that the ports of `parts` can be listened on, before a database is created. Says nothing if another process has the embedded
 * database: it probably has the ports, too, and the start of the database names it.
 *
 * @throws {ListenError}
 */
export async function checkPorts(config: Config, parts: readonly string[]): Promise<void> {
  const { host, metricsPort } = config
  const ports = listenedPorts(config).filter(({ part }) => parts.includes(part))
  if (metricsPort) ports.push({ part: 'metrics', variable: 'METRICS_PORT', port: metricsPort })
  for (const { variable, port } of ports)
    await tryPort(port, host).catch((err: unknown) => {
      if (config.database.url === undefined && isOwned(config.dataDir)) return
      throw toListenError(err, { host, port, variable })
    })
}
