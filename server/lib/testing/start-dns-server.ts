import { createSocket } from 'node:dgram'
import type { Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Server } from 'node:net'

/**
 * The answer for a name: addresses, the name it is an alias of, an error code, or no answer at all (`silent`,
 * for all or some question types).
 */
export type DnsAnswer = {
  a?: string[]
  aaaa?: string[]
  cname?: string
  rcode?: number
  silent?: boolean | 'A' | 'AAAA'
}

/** The answers by name. A function is called for each question with the number of previous questions. */
export type DnsZone = Record<string, DnsAnswer | ((asked: number) => DnsAnswer)>

/** A DNS server on loopback. `server` is its `ip:port`, `questions` the questions it received. */
type TestDnsServer = { server: string; questions: string[]; close: () => void }

const TYPE_A = 1
const TYPE_CNAME = 5
const TYPE_AAAA = 28
const DATAGRAM_BYTES_MAX = 512

/**
 * Starts a DNS server that answers from `zone`, which can change while it runs. Unknown names are NXDOMAIN.
 * All answers have a time to live of 0. Long answers are truncated, and complete over TCP.
 * Source: RFC 1035, section 4 (message format, transport).
 */
export async function startDnsServer(zone: DnsZone): Promise<TestDnsServer> {
  const questions: string[] = []
  const answer = (query: Buffer): Buffer | undefined => {
    const { name, type, end } = readQuestion(query)
    const typeName = type === TYPE_A ? 'A' : type === TYPE_AAAA ? 'AAAA' : String(type)
    const entry = zone[name.toLowerCase()] ?? { rcode: 3 }
    const asked = questions.filter((each) => each.startsWith(`${name} `)).length
    questions.push(`${name} ${typeName}`)
    const said = typeof entry === 'function' ? entry(asked) : entry
    if (said.silent === true || said.silent === typeName) return undefined
    return respond(query, end, type, said)
  }
  const server = createServer((client) => {
    client.on('error', () => {})
    let waiting: Buffer = Buffer.alloc(0)
    client.on('data', (data: Buffer) => {
      waiting = Buffer.concat([waiting, data])
      while (waiting.length >= 2 && waiting.length >= 2 + waiting.readUInt16BE(0)) {
        const end = 2 + waiting.readUInt16BE(0)
        const response = answer(waiting.subarray(2, end))
        waiting = waiting.subarray(end)
        if (!response) continue
        const size = Buffer.alloc(2)
        size.writeUInt16BE(response.length)
        client.write(Buffer.concat([size, response]))
      }
    })
  })
  const socket = await bindBoth(server)
  const { port } = socket.address()
  socket.on('message', (query, peer) => {
    const response = answer(query)
    if (response) socket.send(cut(response), peer.port, peer.address)
  })
  return {
    server: `127.0.0.1:${port}`,
    questions,
    close() {
      socket.close()
      server.close()
    },
  }
}

/**
 * Binds `server` and a UDP socket to the same port. It may take several attempts, because TCP and UDP ports are
 * in use independently.
 */
async function bindBoth(server: Server): Promise<Socket> {
  for (let attempt = 1; ; attempt++) {
    const socket = createSocket('udp4')
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    server.listen(socket.address().port, '127.0.0.1')
    try {
      await once(server, 'listening')
      return socket
    } catch (error) {
      socket.close()
      if (attempt === 20) throw error
    }
  }
}

/** Truncates a response that is too long for a datagram: removes its records and marks it as truncated. */
function cut(response: Buffer): Buffer {
  if (response.length <= DATAGRAM_BYTES_MAX) return response
  const { end } = readQuestion(response)
  const short = Buffer.from(response.subarray(0, end))
  short.writeUInt16BE(short.readUInt16BE(2) | 0x0200, 2)
  short.writeUInt16BE(0, 6)
  return short
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function respond(query: Buffer, questionEnd: number, type: number, answer: DnsAnswer): Buffer {
  const records: Buffer[] = []
  // A pointer to the name in the question, which starts at byte 12.
  let owner: Buffer = Buffer.of(0xc0, 12)
  if (answer.cname) {
    const target = encodeName(answer.cname)
    records.push(record(owner, TYPE_CNAME, target))
    owner = target
  }
  if (type === TYPE_A) {
    for (const ip of answer.a ?? []) {
      records.push(record(owner, type, Buffer.from(ip.split('.').map(Number))))
    }
  }
  if (type === TYPE_AAAA) {
    for (const ip of answer.aaaa ?? []) records.push(record(owner, type, encodeIpv6(ip)))
  }
  const header = Buffer.alloc(12)
  header.writeUInt16BE(query.readUInt16BE(0), 0)
  header.writeUInt16BE(0x8180 | (answer.rcode ?? 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, query.subarray(12, questionEnd), ...records])
}

function record(owner: Buffer, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([owner, fixed, data])
}

function encodeName(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`))
  return Buffer.concat([...labels, Buffer.of(0)])
}

/** Encodes an IPv6 address in its full or `::` form, without an embedded dotted IPv4 address. */
function encodeIpv6(ip: string): Buffer {
  const [head = '', tail] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array<string>(8 - left.length - right.length).fill('0')
  const groups = [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
  return Buffer.from(groups.flatMap((group) => [group >> 8, group & 255]))
}
