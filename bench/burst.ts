import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { recordSecretKey } from '#program/start/check-secret-key.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { openBenchDatabase } from './database.ts'
import { atMost, plain, quantile } from './figure.ts'
import type { Figure } from './figure.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'
import { startApi } from './product.ts'
import { seedLarge } from './seed-large.ts'

/** The longest pause between two requests of the same caller. */
const PAUSE_MS = 50

/** Requests of one caller: their statuses, and how long each took in ms. */
type Calls = { statuses: number[]; ms: number[] }

/**
 * Measures what other callers of an API process notice while one key sends `--reports` reports (200) at once, each over a year
 * by day of a workspace with `--messages` (1,000,000): the requests of another workspace, and the health checks. Prints the same
 * without the reports beside it.
 */
export async function benchBurst(options: BenchOptions): Promise<Figure[]> {
  const messages = numberOption(options, 'messages', 1_000_000)
  const count = numberOption(options, 'reports', 200)
  await using stack = new AsyncDisposableStack()
  const database = await openBenchDatabase()
  stack.defer(database.close)
  const { scope } = await createTestWorkspace(database.context)
  const { scope: other } = await createTestWorkspace(database.context)
  const size = { messages, chats: messages / 10, people: messages / 20, others: messages / 10 }
  await seedLarge(database, scope, size)
  // The seed has made-up secrets, so the start would find none that this key decrypts.
  await recordSecretKey(database.context)
  const [key, otherKey] = [await createTestKey(scope, ['*']), await createTestKey(other, ['*'])]
  const api = await startApi(database)
  stack.defer(async () => void (await api.program.end()))
  const agent = new Agent({ connections: count + 20 })
  stack.defer(() => agent.close())

  const call = async (path: string, secret?: string, body?: object) => {
    const startedAt = performance.now()
    const { statusCode, body: answer } = await request(`${api.url}${path}`, {
      dispatcher: agent,
      method: body ? 'POST' : 'GET',
      headers: {
        ...(secret && { authorization: `Bearer ${secret}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    await answer.dump({ limit: Infinity })
    return { status: statusCode, ms: performance.now() - startedAt }
  }
  const report = (name: string) =>
    call(`/api/v1/reports/${name}?from=2025-11-28&to=2026-11-28&bucket=day`, key)

  const others: Record<string, () => ReturnType<typeof call>> = {
    'GET me': () => call('/api/v1/me', otherKey),
    'GET contacts': () => call('/api/v1/contacts', otherKey),
    'POST contacts': () => call('/api/v1/contacts', otherKey, { name: 'Kavya Iyer' }),
    'GET me of the same key': () => call('/api/v1/me', key),
    live: () => call('/health/live'),
    ready: () => call('/health/ready'),
  }
  /** Sends each other request again and again while `during` lasts. */
  const watch = async (during: Promise<unknown>): Promise<Map<string, Calls>> => {
    let isOver = false
    const ended = during.finally(() => (isOver = true))
    const watched = await Promise.all(
      Object.entries(others).map(async ([name, send]): Promise<[string, Calls]> => {
        const calls: Calls = { statuses: [], ms: [] }
        while (!isOver) {
          const { status, ms } = await send()
          calls.statuses.push(status)
          calls.ms.push(ms)
          await delay(PAUSE_MS)
        }
        return [name, calls]
      }),
    )
    await ended
    return new Map(watched)
  }

  await report('messages')
  const alone = await watch(delay(5_000))
  const reports = Promise.all(
    Array.from({ length: count }, (_, index) => report(index % 2 ? 'messages' : 'responses')),
  )
  const beside = await watch(reports)
  const answered = await reports
  const statuses = Map.groupBy(answered, ({ status }) => status)
  const figures = [
    plain(
      `${count} reports at once`,
      [...statuses].map(([status, { length }]) => `${length} × ${status}`).join(', '),
    ),
    plain('the longest report', `${Math.round(Math.max(...answered.map(({ ms }) => ms)))} ms`),
  ]
  for (const [name, { statuses: seen, ms }] of beside) {
    const before = alone.get(name)!.ms
    const failed = seen.filter((status) => status >= 400).length
    figures.push(
      plain(`${name}: p99 alone`, `${Math.round(quantile(before, 0.99))} ms`),
      name === 'live'
        ? atMost(`${name}: longest beside the reports`, Math.max(...ms), 200, ' ms')
        : atMost(`${name}: p99 beside the reports`, quantile(ms, 0.99), 2_000, ' ms'),
      atMost(`${name}: not answered with 2xx, of ${seen.length}`, failed, 0),
    )
  }
  return figures
}
