import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Listeners on every address of this machine, each connection counted and ended at once. */
export type Sinks = {
  /** A port of the run's own; the sinks listen on those too that services commonly have, where free. */
  port: number
  /** The machine's own addresses, as they stand in a URL. */
  hosts: string[]
  /** What was reached since the last look: `address port` of each connection. */
  take: () => string[]
  close: () => void
}

const COMMON_PORTS = [80, 443, 8000, 8080, 8443, 5432, 6379, 9200, 2375, 11_211]

/** Starts the sinks and connects to each once, on each address: a sink that did not count would be no proof. */
export async function startSinks(): Promise<Sinks> {
  const reached: string[] = []
  const servers = await Promise.all(
    [0, ...COMMON_PORTS].map(async (port) => {
      const server = createServer((socket) => {
        const { localAddress = '', localPort } = socket
        reached.push(`${localAddress.replace(/^::ffff:/, '')} ${localPort}`)
        socket.on('error', () => {})
        socket.destroy()
      })
      server.listen(port, '::')
      return once(server, 'listening').then(
        () => server,
        () => undefined,
      )
    }),
  )
  const ports = servers.flatMap((server) => {
    const address = server?.address()
    return typeof address === 'object' && address ? [address.port] : []
  })
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  // A link-local address cannot be written in a URL: it needs a zone.
  const addresses = own.map((each) => each.address).filter((each) => !/^fe80/i.test(each))
  const take = () => reached.splice(0)

  for (const port of ports) {
    for (const address of ['127.0.0.1', '127.9.8.7', ...addresses]) {
      const socket = connect(port, address)
      await once(socket, 'close')
    }
  }
  const counted = take().length
  const expected = ports.length * (addresses.length + 2)
  if (counted !== expected) throw new Error(`The sinks counted ${counted} of ${expected}.`)
  return {
    port: ports[0]!,
    hosts: addresses.map((each) => (each.includes(':') ? `[${each}]` : each)),
    take,
    close: () => servers.forEach((server) => server?.close()),
  }
}
