import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

/** What a name answers: addresses, the name it is an alias of, an error code, or nothing at all. */
export type DnsAnswer = {
  a?: string[]
  aaaa?: string[]
  cname?: string
  rcode?: number
  silent?: boolean
}

/** A DNS server on loopback: `server` is its `ip:port`, `questions` what it was asked. */
export type TestDnsServer = { server: string; questions: string[]; close: () => void }

const TYPE_A = 1
const TYPE_CNAME = 5
const TYPE_AAAA = 28

/**
 * Starts a DNS server that answers from `zone`, which may change meanwhile; unknown names are NXDOMAIN.
 * Every answer has a time to live of 0. Source: RFC 1035, section 4 (message format).
 */
export async function startDnsServer(zone: Record<string, DnsAnswer>): Promise<TestDnsServer> {
  const questions: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, peer) => {
    const { name, type, end } = readQuestion(query)
    questions.push(`${name} ${type === TYPE_A ? 'A' : type === TYPE_AAAA ? 'AAAA' : type}`)
    const answer = zone[name.toLowerCase()] ?? { rcode: 3 }
    if (answer.silent) return
    socket.send(respond(query, end, type, answer), peer.port, peer.address)
  })
  const listening = Promise.withResolvers<void>()
  socket.bind(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const { port } = socket.address() as AddressInfo
  return { server: `127.0.0.1:${port}`, questions, close: () => socket.close() }
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

/** Takes the full or `::` form, without an embedded dotted IPv4. */
function encodeIpv6(ip: string): Buffer {
  const [head = '', tail] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array<string>(8 - left.length - right.length).fill('0')
  const groups = [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
  return Buffer.from(groups.flatMap((group) => [group >> 8, group & 255]))
}
