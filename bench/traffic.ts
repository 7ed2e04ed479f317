import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { waitFor } from '#test/wait-for.ts'
import { wallClock } from './wall-clock.ts'
import type { BenchWorkspace } from './workspace.ts'

/** A sent message: when the API was asked and when it had answered, in ms since 1970. */
export type SentMessage = { id: string; askedAt: number; answeredAt: number }

/** A client that sends messages in turn into the chats of some workspaces. */
export type Traffic = {
  send: () => Promise<SentMessage>
  /** Sends at a steady rate, whether or not answers come, and gives all that was sent. */
  sendAtRate: (perSecond: number, seconds: number) => Promise<SentMessage[]>
  /** Sends over `connections` for as long as `mayGoOn`, pausing while `hasRoom` says no. */
  sendAllOut: (given: {
    connections: number
    hasRoom: (sent: number) => boolean
    mayGoOn: () => boolean
  }) => Promise<void>
  close: () => Promise<void>
}

const TEXT = 'Your order has left our warehouse and will reach you tomorrow before noon.'

/** A client of the API at `url`. An answer other than 201 fails what asked for it. */
export function createTraffic(url: string, workspaces: BenchWorkspace[]): Traffic {
  const pool = new Pool(url, { connections: 64 })
  let turn = 0

  async function send(): Promise<SentMessage> {
    const workspace = workspaces[turn % workspaces.length]!
    const { chatIds, key } = workspace
    const conversation_id = chatIds[Math.floor(turn++ / workspaces.length) % chatIds.length]
    const askedAt = wallClock()
    const answer = await pool.request({
      method: 'POST',
      path: '/api/v1/messages/send',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ conversation_id, message: TEXT }),
    })
    const answeredAt = wallClock()
    const text = await answer.body.text()
    if (answer.statusCode !== 201) throw new Error(`A send answered ${answer.statusCode}: ${text}`)
    return { id: /"id":"([^"]+)"/.exec(text)![1]!, askedAt, answeredAt }
  }

  return {
    send,
    async sendAtRate(perSecond, seconds) {
      const startedAt = performance.now()
      const sends: Promise<SentMessage>[] = []
      const count = Math.round(perSecond * seconds)
      while (sends.length < count) {
        const due = ((performance.now() - startedAt) / 1000) * perSecond
        while (sends.length < Math.min(due, count)) sends.push(send())
        await delay(1)
      }
      return Promise.all(sends)
    },
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

/** The ms from answer to each arrival of `messages`, once each arrived `times`. */
export async function latencies(
  messages: SentMessage[],
  arrivals: Map<string, number[]>,
  times = 1,
): Promise<number[]> {
  await waitFor(() => messages.every(({ id }) => (arrivals.get(id)?.length ?? 0) >= times), {
    timeoutMs: 60_000,
    what: 'the deliveries of all that was sent',
  })
  return messages.flatMap(({ id, answeredAt }) => arrivals.get(id)!.map((at) => at - answeredAt))
}
