import type { Call } from '../app.ts'

/** A send that the simulator accepted; times in ms since 1970. */
export type SentEntry = {
  id: string
  ourId: string
  customer: string
  isAnswered: boolean
  receivedAt: number
  statuses: { status: string; at: number; isAcknowledged: boolean; webhookId: string }[]
}

/** A customer's message in the simulator's ledger; `timestamp` in seconds. */
export type ReceivedEntry = {
  id: string
  customer: string
  type: string
  timestamp: number
  isAcknowledged: boolean
}

/** The platform's record of a run, oldest first. */
export type Platform = {
  sent: SentEntry[]
  received: ReceivedEntry[]
  /** Returns when a webhook was answered 200, in ms; undefined if it was not, or is no longer stored. */
  acknowledgedAt: (webhookId: string) => Promise<number | undefined>
}

/** Reads everything that the simulator accepted, was asked to send, and reported. */
export async function readPlatform(simulator: Call): Promise<Platform> {
  const { body: ledger } = await simulator('GET /sim/ledger')
  const { body: messages } = await simulator('GET /sim/messages?limit=50000')
  const details = new Map<string, any>(messages.data.map((each: any) => [each.id, each]))
  return {
    sent: ledger.sent.map((each: any): SentEntry => {
      const { received_at, statuses } = details.get(each.id)
      return {
        id: each.id,
        ourId: each.biz_opaque_callback_data,
        customer: each.customer,
        isAnswered: each.is_answered,
        receivedAt: Date.parse(received_at),
        statuses: statuses.map((one: any) => ({
          status: one.status,
          at: Date.parse(one.at),
          webhookId: one.webhook_id,
          isAcknowledged: one.is_acknowledged,
        })),
      }
    }),
    received: ledger.received.map((each: any) => ({
      id: each.id,
      customer: each.customer,
      type: each.type,
      timestamp: Number(each.timestamp),
      isAcknowledged: each.is_acknowledged,
    })),
    async acknowledgedAt(webhookId) {
      const { status, body } = await simulator(`GET /sim/webhooks/${webhookId}`)
      return status === 200 && body.delivered_at ? Date.parse(body.delivered_at) : undefined
    },
  }
}
