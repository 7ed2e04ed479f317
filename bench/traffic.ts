import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { waitFor } from '#test/wait-for.ts'
import { atRate } from './at-rate.ts'
import { wallClock } from './wall-clock.ts'
import type { BenchWorkspace } from './workspace.ts'

/** The times of a creating request: when the API was asked, and when it had answered, in ms since 1970. */
export type Created = { id: string; askedAt: number; answeredAt: number }

/** A request that creates something, with an answer of 201 that contains its id. */
type CreatingRequest = { path: string; key: string; body: unknown }

/** A client that makes requests in turn. */
export type Traffic = {
  send: () => Promise<Created>
  /** Number of requests that were answered so far. */
  answered: () => number
  /** Sends at a steady rate, whether or not answers come, and gives all that was sent. */
  sendAtRate: (perSecond: number, seconds: number) => Promise<Created[]>
  /** Sends over `connections` for as long as `mayGoOn`, pausing while `hasRoom` says no. */
  sendAllOut: (given: {
    connections: number
    hasRoom: (sent: number) => boolean
    mayGoOn: () => boolean
  }) => Promise<void>
  close: () => Promise<void>
}

const TEXT = 'Your order has left our warehouse and will reach you tomorrow before noon.'

/** Returns requests that send messages in turn into the chats of some workspaces. */
export function sendsIn(workspaces: BenchWorkspace[]): () => CreatingRequest {
  let turn = 0
  return () => {
    const { chatIds, key } = workspaces[turn % workspaces.length]!
    const conversation_id = chatIds[Math.floor(turn++ / workspaces.length) % chatIds.length]
    return { path: '/api/v1/messages/send', key, body: { conversation_id, message: TEXT } }
  }
}

/** A client of the API at `url`. An answer other than 201 fails what asked for it. */
export function createTraffic(url: string, next: () => CreatingRequest): Traffic {
  const pool = new Pool(url, { connections: 64 })
  let answered = 0

  async function send(): Promise<Created> {
    const { path, key, body } = next()
    const askedAt = wallClock()
    const answer = await pool.request({
      method: 'POST',
      path,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answeredAt = wallClock()
    const text = await answer.body.text()
    if (answer.statusCode !== 201)
      throw new Error(`A request was answered ${answer.statusCode}: ${text}`)
    answered++
    return { id: /"id":"([^"]+)"/.exec(text)![1]!, askedAt, answeredAt }
  }

  return {
    send,
    answered: () => answered,
    sendAtRate: (perSecond, seconds) => atRate({ perSecond, seconds }, send),
    async sendAllOut({ connections, hasRoom, mayGoOn }) {
      let sent = 0
      const client = async () => {
        while (mayGoOn())
          if (hasRoom(sent)) {
            sent++
            await send()
          } else await delay(2)
      }
      await Promise.all(Array.from({ length: connections }, client))
    },
    close: () => pool.close(),
  }
}

/** The ms from answer, or from the request, to each arrival of `messages`, once each arrived `times`. */
export async function latencies(
  messages: Created[],
  arrivals: Map<string, number[]>,
  times = 1,
  since: 'askedAt' | 'answeredAt' = 'answeredAt',
): Promise<number[]> {
  await waitFor(() => messages.every(({ id }) => (arrivals.get(id)?.length ?? 0) >= times), {
    timeoutMs: 60_000,
    what: 'the deliveries of all that was sent',
  })
  return messages.flatMap((each) => arrivals.get(each.id)!.map((at) => at - each[since]))
}
