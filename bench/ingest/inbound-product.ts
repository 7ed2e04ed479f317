import { Pool } from 'undici'
import { payloadOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import type { Json } from '#platforms/fixtures/payload-of.ts'
import { waitFor } from '#test/wait-for.ts'
import { createTestChannel, createTestKey, createTestWorkspace } from '#test/factories.ts'
import type { Scope } from '#db/context.ts'
import { openBenchDatabase } from '../database.ts'
import type { BenchDatabase } from '../database.ts'
import type { BenchOptions } from '../options.ts'
import { startApi, startIngest, startWorker } from '../product.ts'
import { createPayloadPoster } from './payload-poster.ts'

/** A number that customers write to, its chats by the customer's number, and how to read them. */
export type BenchNumber = {
  scope: Scope
  account: string
  channelId: string
  customers: string[]
  /** The platform's messages that the newest `limit` of a chat show, by text. */
  read: (customer: string, limit: number) => Promise<string[]>
}

/** API, ingest and worker as processes of their own. `post` gives when the payload was answered 200. */
export type InboundProduct = {
  database: BenchDatabase
  workerPid: number
  post: (body: string) => Promise<number>
  openNumber: (customers: number) => Promise<BenchNumber>
  [Symbol.asyncDispose]: () => Promise<void>
}

let numbers = 0

/**
 * Starts it on a database of its own, with `settings` of PostgreSQL; `--profile DIR` leaves the worker's CPU profile
 * there.
 */
export async function openInboundProduct(
  options: BenchOptions,
  settings: Record<string, string> = {},
): Promise<InboundProduct> {
  const stack = new AsyncDisposableStack()
  const database = await openBenchDatabase(settings)
  stack.defer(database.close)
  const api = await startApi(database)
  stack.defer(async () => void (await api.program.end()))
  const ingest = await startIngest(database)
  stack.defer(async () => void (await ingest.program.end()))
  const worker = await startWorker(database, { profileDir: options['profile'] })
  stack.defer(async () => void (await worker.end()))
  const { post, close } = createPayloadPoster(ingest.url)
  stack.defer(close)
  const toApi = new Pool(api.url, { connections: 16 })
  stack.defer(() => toApi.close())

  async function openNumber(count: number): Promise<BenchNumber> {
    const { scope } = await createTestWorkspace(database.context)
    const { id: channelId, account } = await createTestChannel(scope)
    const key = await createTestKey(scope, ['*'])
    const first = 10_000_000 + numbers++ * 100_000
    const customers = Array.from({ length: count }, (_, index) => `9198${first + index}`)
    const get = async (path: string): Promise<any> => {
      const headers = { authorization: `Bearer ${key}` }
      const answer = await toApi.request({ method: 'GET', path, headers })
      return answer.body.json()
    }
    await Promise.all(customers.map((each) => post(textBody(account, each, 'Hello'))))
    const chats = await waitFor(
      async () => {
        const found = new Map<string, string>()
        for (let cursor = ''; ;) {
          const page = await get(`/api/v1/chats?limit=100${cursor}`)
          for (const chat of page.data) found.set(chat.person.phone_e164.slice(1), chat.id)
          if (page.next_cursor === null) return found.size === count ? found : undefined
          cursor = `&cursor=${page.next_cursor}`
        }
      },
      { timeoutMs: 60_000, what: 'the chats of a number' },
    )
    return {
      scope,
      account,
      channelId,
      customers,
      read: async (customer, limit) =>
        (await get(`/api/v1/chats/${chats.get(customer)}/messages?limit=${limit}`)).data.map(
          (message: { text: string }) => message.text,
        ),
    }
  }

  return {
    database,
    workerPid: worker.pid,
    post,
    openNumber,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** The body of a payload with one text message. */
export function textBody(account: string, customer: string, text: string): string {
  return toBody(account, textFrom(customer, text, { id: wamid() }))
}

/** The body of a payload of changes. */
export function toBody(account: string, ...values: Json[]): string {
  return JSON.stringify(payloadOf(account, ...values))
}
