import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { pipeSockets } from '../pipe-sockets.ts'

/** Everything that clients sent to a PostgreSQL: the parameters of their connections, and their statements. */
type Recorded = {
  url: string
  parameters: Set<string>
  /** The texts of statements, and the names under which they were prepared, '' for none. */
  statements: { text: string; name: string }[]
  close: () => Promise<void>
}

/** Codes in the place of a protocol version. Source: PostgreSQL documentation, "Message Formats". */
const PROTOCOL_3 = 3 << 16

/** Starts a proxy in front of the PostgreSQL at `target` that records the messages of its clients. */
export async function startRecordingProxy(target: URL): Promise<Recorded> {
  const parameters = new Set<string>()
  const statements: Recorded['statements'] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    const read = createReader(parameters, statements)
    client.on('data', read)
    pipeSockets(client, upstream, sockets)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    parameters,
    statements,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Returns a function that reads the bytes of one client, in the order in which they arrive. */
function createReader(parameters: Set<string>, statements: Recorded['statements']) {
  let rest = Buffer.alloc(0)
  let isStarted = false
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      // Only the first message of a connection has no type.
      const typeBytes = isStarted ? 1 : 0
      if (rest.length < typeBytes + 4) return
      const length = typeBytes + rest.readInt32BE(typeBytes)
      if (rest.length < length) return
      const body = rest.subarray(typeBytes + 4, length)
      const texts = (from: number) => body.subarray(from).toString().split('\0')
      if (!isStarted) {
        isStarted = body.readInt32BE(0) === PROTOCOL_3
        const pairs = texts(4)
        for (let at = 0; pairs[at]; at += 2) parameters.add(pairs[at]!)
      } else if (rest[0] === 'Q'.charCodeAt(0)) {
        statements.push({ name: '', text: texts(0)[0]! })
      } else if (rest[0] === 'P'.charCodeAt(0)) {
        const [name, text] = texts(0) as [string, string]
        statements.push({ name, text })
      }
      rest = rest.subarray(length)
    }
  }
}
