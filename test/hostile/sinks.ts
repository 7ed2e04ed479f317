import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Listeners on every address of this machine that count and close each connection. */
export type Sinks = {
  /** The run's own port; the sinks also listen on ports that services commonly use, where free. */
  port: number
  /** The machine's own addresses, as written in a URL. */
  hosts: string[]
  /** Returns the connections since its last call, as `address port`. */
  take: () => string[]
  close: () => void
}

const COMMON_PORTS = [80, 443, 8000, 8080, 8443, 5432, 6379, 9200, 2375, 11_211]

/**
 * Starts the sinks and connects to each once, on each address, because a sink that did not count would prove nothing.
 */
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
  // A link-local address cannot be written in a URL because it needs a zone.
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
