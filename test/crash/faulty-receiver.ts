import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { CaughtRequest } from '../receiver.ts'
import type { Random } from './random.ts'
import { SENDER_HEADER } from './sender-header.ts'

/** The faults of a receiver: immediate (`quick`), or slow (`patient`). */
const FAULTS = {
  quick: ['500', 'reset unread', 'reset', 'cut short'],
  patient: ['hang', 'slow', 'too slow'],
} as const

/** One fault; `slow` answers correctly in a few seconds, `too slow` exceeds the deadline of 10 s. */
export type Fault = (typeof FAULTS)['quick' | 'patient'][number]

/** One request as the receiver saw it. Times are in ms since 1970. */
export type Visit = {
  eventId: string
  attempt: number
  /** The process that sent it, from the header that `name-sender.ts` adds. */
  sender: number
  at: number
  fault: Fault | undefined
  isRead: boolean
  /** When the whole response was handed to the system. */
  answeredAt?: number
}

/** A receiver that fails some requests. `requests` are those that it read completely. */
export type FaultyReceiver = {
  url: string
  requests: CaughtRequest[]
  visits: Visit[]
  close: () => Promise<void>
}

/**
 * The share of calls that a receiver fails, only in the first `attempts` attempts of a delivery. `flapMs`: it fails all of
 * them for so long, then none for as long, and so on. `always`: it fails every call in this way.
 */
type FaultShares = {
  quick: number
  patient: number
  attempts: number
  flapMs?: number
  always?: Fault
}

/** Starts a faulty receiver on a free loopback port. It answers 200 when it does not fail. */
export async function startFaultyReceiver(
  random: Random,
  shares: FaultShares,
): Promise<FaultyReceiver> {
  const requests: CaughtRequest[] = []
  const visits: Visit[] = []
  const pick = (attempt: number): Fault | undefined => {
    if (shares.always) return shares.always
    if (attempt > shares.attempts) return undefined
    if (shares.flapMs && Math.floor(Date.now() / shares.flapMs) % 2 === 1)
      return random.pick(['500', 'reset unread'] as const)
    if (random.chance(shares.quick)) return random.pick(FAULTS.quick)
    return random.chance(shares.patient) ? random.pick(FAULTS.patient) : undefined
  }
  const server = createServer((incoming, response) => {
    const attempt = Number(incoming.headers['x-service-attempt'])
    const visit: Visit = {
      eventId: String(incoming.headers['webhook-id']),
      attempt,
      sender: Number(incoming.headers[SENDER_HEADER]),
      at: Date.now(),
      fault: pick(attempt),
      isRead: false,
    }
    visits.push(visit)
    response.once('finish', () => {
      visit.answeredAt = Date.now()
    })
    if (visit.fault === 'reset unread') return void incoming.socket.resetAndDestroy()
    void read(incoming).then((request) => {
      if (!request) return
      visit.isRead = true
      requests.push(request)
      return answer(visit.fault, response)
    })
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    visits,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(fault: Fault | undefined, response: ServerResponse): Promise<void> {
    switch (fault) {
      case undefined:
        return void response.end('ok')
      case '500':
        return void response.writeHead(500).end('no')
      case 'hang':
        return
      case 'reset':
      case 'reset unread':
        return void response.socket?.resetAndDestroy()
      case 'cut short':
        response.writeHead(200, { 'content-length': '1000' })
        response.write('so f', () => response.socket?.resetAndDestroy())
        return
      case 'slow':
        return drip(response, random.between(1_000, 4_000))
      case 'too slow':
        return drip(response, 15_000)
    }
  }
}

/** Answers 200 immediately and sends the body slowly for `ms`. */
async function drip(response: ServerResponse, ms: number): Promise<void> {
  response.writeHead(200)
  const endsAt = performance.now() + ms
  while (performance.now() < endsAt && !response.destroyed) {
    response.write('.')
    await delay(100)
  }
  if (!response.destroyed) response.end()
}

async function read(incoming: IncomingMessage): Promise<CaughtRequest | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
  } catch {
    return undefined
  }
  const { method, url, headers } = incoming
  return { method: method!, path: url!, headers, body: Buffer.concat(chunks), at: new Date() }
}
