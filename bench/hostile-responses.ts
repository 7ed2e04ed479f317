import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import { openBenchDatabase } from './database.ts'
import type { BenchDatabase } from './database.ts'
import { atMost, median, plain } from './figure.ts'
import type { Figure } from './figure.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'
import { startWorker } from './product.ts'
import { createBenchWorkspace, seedBacklog, wakeEndpointLanes } from './workspace.ts'

/** Endpoints of each kind of bad receiver, and exchanges at a time with each: 200 in all. */
const ENDPOINTS = 5
const IN_FLIGHT = 4

/** Tries after which the memory is taken to be what it is from then on. */
const WARM_TRIES = 1_500
const SAMPLE_MS = 250
const WINDOW = 20

/**
 * A worker's memory while receivers answer endlessly, byte by byte, or with a bomb, 200 exchanges at a time: of its
 * last five seconds against those after its first 1,500 tries. Options: `--seconds` between the two.
 */
export async function benchHostileResponses(options: BenchOptions): Promise<Figure[]> {
  const seconds = numberOption(options, 'seconds', 60)
  await using stack = new AsyncDisposableStack()
  const database = await openBenchDatabase()
  stack.defer(database.close)
  const sink = fork(join(import.meta.dirname, 'hostile-sink-process.ts'))
  stack.defer(() => sink.disconnect())
  const [{ port, kinds }] = (await once(sink, 'message')) as [{ port: number; kinds: string[] }]
  for (const kind of kinds) await seedKind(database, `http://127.0.0.1:${port}/${kind}`)
  const worker = await startWorker(database)
  stack.defer(async () => void (await worker.end()))

  while ((await countTries(database)) < WARM_TRIES) await delay(SAMPLE_MS)
  const before = await watchMemory(worker.pid, WINDOW)
  const warm = await countTries(database)
  const between = await watchMemory(worker.pid, (seconds * 1000) / SAMPLE_MS)
  const after = await watchMemory(worker.pid, WINDOW)
  const ends = await database.rows<{ kind: string; word: string; tries: number; longest: number }>(
    `select substring(endpoint.url from '[a-z-]+$') as kind, coalesce(attempt.error, response_status::text) as word,
       count(*)::int as tries, max(attempt.duration_ms) as longest
     from webhook_attempts as attempt
     join webhook_deliveries as delivery on delivery.id = attempt.delivery_id
     join webhook_endpoints as endpoint on endpoint.id = delivery.endpoint_id
     group by 1, 2 order by 1, 2`,
  )
  return [
    ...ends.map(({ kind, word, tries }) => plain(`${kind}: ${word}`, `${tries} tries`)),
    plain(`memory after ${warm} tries`, `${median(before).toFixed(0)} MiB`),
    plain('the most of it since', `${Math.max(...between, ...after).toFixed(0)} MiB`),
    atMost('longest exchange', Math.max(...ends.map((each) => each.longest)) / 1000, 12, ' s'),
    atMost(
      `memory after ${await countTries(database)} tries against that`,
      median(after) / median(before),
      1.2,
    ),
  ]
}

/** A workspace of its own for a kind, so that none waits for another's turn. */
async function seedKind(database: BenchDatabase, url: string): Promise<void> {
  const { scope } = await createBenchWorkspace(database, 0)
  const ids: string[] = []
  for (let index = 0; index < ENDPOINTS; index++)
    ids.push((await createEndpoint(scope, { url, max_in_flight: IN_FLIGHT })).id)
  await seedBacklog(database, scope.workspaceId, ids, { count: 2_000 })
  await wakeEndpointLanes(database, scope.workspaceId, ids)
}

async function countTries(database: BenchDatabase): Promise<number> {
  const [row] = await database.rows<{ count: number }>(
    'select count(*)::int as count from webhook_attempts',
  )
  return row!.count
}

/** The resident memory of a process in MiB, `count` times. */
async function watchMemory(pid: number, count: number): Promise<number[]> {
  const samples: number[] = []
  while (samples.length < count) {
    await delay(SAMPLE_MS)
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    samples.push(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024)
  }
  return samples
}
