import {
  createTestChannel,
  createTestChat,
  createTestKey,
  createTestWorkspace,
} from '#test/factories.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import { openBenchDatabase } from './database.ts'
import type { BenchDatabase } from './database.ts'
import { atLeast, atMost, median, plain } from './figure.ts'
import type { Figure } from './figure.ts'
import { load, startServer } from './load.ts'
import type { LoadResult } from './load.ts'

const ROUNDS = 10
const SECONDS = 3
const CHATS = 200
const text = 'Your order has left our warehouse and will reach you tomorrow before noon.'

/**
 * POST /api/v1/messages/send (message, chat, event, delivery) against a bare handler with one INSERT: the same
 * database, 64 connections, one process each, in short turns, since the machine's own speed changes under them.
 */
export async function benchSend(): Promise<Figure[]> {
  const database = await openBenchDatabase()
  try {
    const { key, chats } = await seed(database)
    const env = { DATABASE_URL: database.url, SECRET_KEY: '07'.repeat(32), LOG_LEVEL: 'warn' }
    const bodies = chats.map((conversation_id) => ({ conversation_id, message: text }))
    const serve = async (args: string[], path: string, headers: Record<string, string>) => {
      const server = await startServer(args, env)
      const run = (seconds: number) => load({ url: server.url + path, headers, bodies, seconds })
      await run(4)
      return { run, stop: server.stop }
    }
    const theirs = await serve(['bench/bare-server.ts'], '/send', {})
    const parley = await serve(
      ['server/main.ts', 'start', '--only', 'api'],
      '/api/v1/messages/send',
      {
        authorization: `Bearer ${key}`,
      },
    )
    // A fresh database writes its first log files, and pays for it, whoever comes first.
    await database.query('checkpoint')
    const bare: LoadResult[] = []
    const ours: LoadResult[] = []
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await theirs.run(SECONDS))
      ours.push(await parley.run(SECONDS))
    }
    await Promise.all([theirs.stop(), parley.stop()])
    return toFigures(bare, ours)
  } finally {
    await database.close()
  }
}

async function seed({ context }: BenchDatabase): Promise<{ key: string; chats: string[] }> {
  const { scope } = await createTestWorkspace(context)
  const { id: channelId } = await createTestChannel(scope)
  const chats: string[] = []
  for (let index = 0; index < CHATS; index++)
    chats.push((await createTestChat(scope, { channelId })).id)
  // No delivery is sent: there is no worker. So the host need not resolve.
  const endpoint = { url: 'https://hooks.example.com/parley', events: ['message.sent' as const] }
  await createEndpoint(scope, endpoint, Promise.resolve())
  return { key: await createTestKey(scope, ['messages:write']), chats }
}

function toFigures(bare: LoadResult[], ours: LoadResult[]): Figure[] {
  const middle = (results: LoadResult[], read: (result: LoadResult) => number) =>
    median(results.map(read))
  const rates = ours.map((result, round) => result.rate / bare[round]!.rate)
  const tails = ours.map((result, round) => result.p99 / bare[round]!.p99)
  const refused = [...bare, ...ours].reduce((sum, result) => sum + result.refused, 0)
  const percentilesOf = (results: LoadResult[]) =>
    Object.fromEntries(
      Object.keys(results[0]!.percentiles).map((each) => [
        each,
        middle(results, ({ percentiles }) => percentiles[each]!),
      ]),
    )
  const show = (results: LoadResult[]) =>
    `${middle(results, (each) => each.rate).toFixed(0)}/s, p50 ${middle(results, (each) => each.p50)} ms, p99 ${middle(results, (each) => each.p99)} ms`
  return [
    plain('bare Fastify + pg, one INSERT', show(bare), percentilesOf(bare)),
    plain('POST /api/v1/messages/send', show(ours), percentilesOf(ours)),
    atLeast(`rate against bare, median of ${ROUNDS} rounds`, median(rates), 0.8),
    atMost('p99 against bare, median', median(tails), 1),
    {
      what: 'answers other than 2xx',
      value: String(refused),
      bound: '0',
      isMet: refused === 0,
    },
  ]
}
