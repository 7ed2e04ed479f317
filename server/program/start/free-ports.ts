import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Config } from '#config.ts'

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

function findFreePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
