import { setTimeout as delay } from 'node:timers/promises'
import { statusOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import type { Json } from '#platforms/fixtures/payload-of.ts'
import { waitFor } from '#test/wait-for.ts'
import { atLeast, atMost, plain } from '../figure.ts'
import type { Figure } from '../figure.ts'
import { numberOption } from '../options.ts'
import type { BenchOptions } from '../options.ts'
import { openInboundProduct, toBody } from './inbound-product.ts'
import type { BenchNumber, InboundProduct } from './inbound-product.ts'
import { postAtRate } from './post-at-rate.ts'

const CUSTOMERS = 500
/** 33 updates: 10 messages sent by an upgraded number with three statuses each, and 3 messages of customers. */
const [SENT, INBOUND] = [10, 3]
const UPDATES = SENT * 3 + INBOUND
const SAMPLE_MS = 250
/** Seconds by which the lag may grow in a second: none, but for the noise of its samples. */
const SLOPE = 0.02

/**
 * The traffic of a fully upgraded number, 1,000 messages a second with all their statuses, for a while: whether it is
 * taken at that rate, and whether what waits grows older. Options: `--updates` a second (3,300), `--seconds` (20),
 * `--batch` updates of a payload (1), `--profile DIR`.
 */
export async function benchBurst(options: BenchOptions): Promise<Figure[]> {
  const perSecond = numberOption(options, 'updates', 3_300)
  const seconds = numberOption(options, 'seconds', 20)
  const batch = numberOption(options, 'batch', 1)
  await using product = await openInboundProduct(options)
  const number = await product.openNumber(CUSTOMERS)
  const updates = await makeUpdates(product, number, Math.round(perSecond * seconds))
  const bodies: string[] = []
  for (let at = 0; at < updates.length; at += batch)
    bodies.push(toBody(number.account, ...updates.slice(at, at + batch)))

  const [lags, before] = [[] as { at: number; lag: number }[], await countDone(product)]
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1000
  const stopped = new AbortController()
  const sampling = (async () => {
    while (!stopped.signal.aborted) {
      lags.push({ at: elapsed(), lag: await readLag(product) })
      await delay(SAMPLE_MS)
    }
  })()
  const tookSeconds = await postAtRate(product, {
    rate: perSecond / batch,
    seconds,
    body: (index) => bodies[index] ?? bodies.at(-1)!,
  })
  const during = await countDone(product)
  const atEnd = elapsed()
  stopped.abort()
  await sampling
  await waitFor(async () => (await readLag(product)) === 0, {
    timeoutMs: 120_000,
    what: 'the rest',
  })
  const drained = elapsed() - atEnd
  const done = (await countDone(product)) - before
  const steady = lags.filter(({ at }) => at > seconds / 4 && at <= tookSeconds)
  return [
    plain(
      `updates for ${seconds} s, ${batch} in each payload`,
      `${(updates.length / tookSeconds).toFixed(0)}/s accepted, ${((during - before) / atEnd).toFixed(0)}/s processed`,
    ),
    atLeast('  rate at which they were accepted, of that asked', seconds / tookSeconds, 0.95),
    plain('  age of the oldest that waits', describe(lags.map(({ lag }) => lag))),
    atMost('  seconds by which that age grows in a second', slope(steady), SLOPE),
    atMost('  until nothing waits after the last', drained, 2, ' s'),
    {
      what: '  updates recorded, of those sent',
      value: `${done} of ${updates.length}`,
      bound: 'all',
      isMet: done === updates.length,
    },
  ]
}

/** Updates in the order in which they come: statuses of messages that are there, each a while after the other. */
async function makeUpdates(
  { database }: InboundProduct,
  { scope, channelId, customers }: BenchNumber,
  count: number,
): Promise<Json[]> {
  const sent = Math.ceil(count / UPDATES) * SENT
  await database.seedFast(() =>
    database.query(
      `insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, type, text, status,
         author_type, platform_message_id, sent_at, created_at)
       select chat.workspace_id, uuidv7(), chat.id, chat.person_id, chat.channel_id, 'outbound', 'text',
         'Your order is on its way.', 'sent', 'api_key', 'wamid.burst.' || n, now(), now()
       from generate_series(0, ${sent - 1}) as n
       join (
         select *, row_number() over (order by id) - 1 as place from chats
         where workspace_id = '${scope.workspaceId}' and channel_id = '${channelId}'
       ) as chat on chat.place = n % ${customers.length}`,
    ),
  )
  const at = Math.floor(Date.now() / 1000)
  const updates: Json[] = []
  for (let first = 0; updates.length < count; first += SENT) {
    const ids = Array.from({ length: SENT }, (_, index) => `wamid.burst.${first + index}`)
    for (const status of ['sent', 'delivered', 'read'])
      for (const id of ids) updates.push(statusOf(id, status, at))
    for (let index = 0; index < INBOUND; index++) {
      const customer = customers[(first + index * 7) % customers.length]!
      updates.push(textFrom(customer, 'Thank you, it came.', { id: wamid(), at }))
    }
  }
  return updates.slice(0, count)
}

async function countDone({ database }: InboundProduct): Promise<number> {
  const [row] = await database.rows<{ done: string }>(
    `select (select count(*) from message_statuses)
      + (select count(*) from messages where direction = 'inbound') as done`,
  )
  return Number(row!.done)
}

/** The age of the oldest payload that waits, in seconds; 0 when none does. */
async function readLag({ database }: InboundProduct): Promise<number> {
  const [row] = await database.rows<{ lag: number | null }>(
    `select extract(epoch from clock_timestamp() - min(received_at))::float8 as lag
     from inbound_payloads where status = 'pending'`,
  )
  return Math.max(0, row?.lag ?? 0)
}

/** By least squares. */
function slope(samples: { at: number; lag: number }[]): number {
  const mean = (read: (sample: { at: number; lag: number }) => number) =>
    samples.reduce((sum, sample) => sum + read(sample), 0) / samples.length
  const [at, lag] = [mean((each) => each.at), mean((each) => each.lag)]
  return mean((each) => (each.at - at) * (each.lag - lag)) / mean((each) => (each.at - at) ** 2)
}

/** The age in quarters of the time, so that a trend can be seen. */
function describe(lags: number[]): string {
  const quarters = [0, 1, 2, 3].map((quarter) => {
    const part = lags.slice(
      Math.floor((lags.length * quarter) / 4),
      Math.floor((lags.length * (quarter + 1)) / 4),
    )
    return (part.reduce((sum, lag) => sum + lag, 0) / part.length).toFixed(2)
  })
  return `${quarters.join(', ')} s by quarters, ${Math.max(...lags).toFixed(2)} s at most`
}
