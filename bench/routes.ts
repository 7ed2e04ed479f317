import type { Scope } from '#db/context.ts'
import {
  createTestChannel,
  createTestChat,
  createTestKey,
  createTestWorkspace,
} from '#test/factories.ts'
import { findPostmaster, openBenchDatabase } from './database.ts'
import type { BenchDatabase } from './database.ts'
import { atLeast, median, plain } from './figure.ts'
import type { Figure } from './figure.ts'
import { cpuMs, cpuWithChildrenMs, load, startServer } from './load.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'

const CHATS = 200
const text = 'Your order has left our warehouse and will reach you tomorrow before noon.'

/** A route under load: what is requested, and the least rate against the bare handler, if it has one. */
type Case = {
  name: string
  path: string
  least?: number
  bodies?: unknown[]
  nextBody?: () => unknown
  nextPath?: () => string
  method?: 'PATCH'
  nextQuery?: () => string
}

/** One round of a case: requests per second, and milliseconds of CPU per 1,000 requests. */
type Round = { rate: number; p99: number; nodeMs: number; postgresMs: number; refused: number }

/**
 * The routes that integrators call most, each against a bare handler with one INSERT: the same database, 64 connections,
 * one process each, in short turns. Options: `--rounds` (6), `--seconds` of each (2), `--only` names, separated by commas.
 */
export async function benchRoutes(options: BenchOptions): Promise<Figure[]> {
  const rounds = numberOption(options, 'rounds', 6)
  const seconds = numberOption(options, 'seconds', 2)
  const database = await openBenchDatabase()
  try {
    const { scope, chats } = await seed(database)
    const cases = casesOf(chats).filter(
      ({ name }) => !options['only'] || String(options['only']).split(',').includes(name),
    )
    const authorization = `Bearer ${await createTestKey(scope, ['*'])}`
    const env = { DATABASE_URL: database.url, SECRET_KEY: '07'.repeat(32), LOG_LEVEL: 'warn' }
    const bare = await startServer(['bench/bare-server.ts'], env)
    const parley = await startServer(['server/main.ts', 'start', '--only', 'api'], env)
    const postmaster = await findPostmaster(database)
    const run = async (server: typeof bare, { path, ...each }: Omit<Case, 'name' | 'least'>) => {
      const before = [await cpuMs(server.pid), await cpuWithChildrenMs(postmaster)] as const
      const headers = { authorization }
      const result = await load({ url: server.url + path, headers, seconds, ...each })
      const requests = result.rate * seconds
      const { rate, p99, refused } = result
      const nodeMs = ((await cpuMs(server.pid)) - before[0]) / (requests / 1_000)
      const postgresMs = ((await cpuWithChildrenMs(postmaster)) - before[1]) / (requests / 1_000)
      return { rate, p99, refused, nodeMs, postgresMs }
    }
    const yardstick = { path: '/send', bodies: [{ conversation_id: chats[0]!.id, message: text }] }
    const results = new Map<string, { theirs: Round; ours: Round }[]>()
    for (let round = -1; round < rounds; round++)
      for (const each of cases) {
        const pair = { theirs: await run(bare, yardstick), ours: await run(parley, each) }
        // The first round warms both up.
        if (round >= 0) results.set(each.name, [...(results.get(each.name) ?? []), pair])
      }
    await Promise.all([bare.stop(), parley.stop()])
    return cases.flatMap((each) => toFigures(each, results.get(each.name)!))
  } finally {
    await database.close()
  }
}

function casesOf(chats: { id: string; personId: string }[]): Case[] {
  let phone = 14_150_000_000
  const people = chats.map(({ personId }) => personId)
  let person = 0
  let chat = 0
  const nextChat = () => chats[++chat % chats.length]!.id
  let update = 0
  let time = Date.parse('2020-01-01')
  return [
    {
      name: 'send',
      path: '/api/v1/messages/send',
      least: 1,
      bodies: chats.map(({ id }) => ({ conversation_id: id, message: text })),
    },
    {
      name: 'contact',
      path: '/api/v1/contacts',
      least: 0.6,
      nextBody: () => ({ name: 'Leela Nair', phone_e164: `+${++phone}`, source: 'shop' }),
    },
    {
      name: 'ticket',
      path: '/api/v1/tickets',
      least: 0.6,
      nextBody: () => ({ person_id: people[++person % people.length], title: 'A parcel is late' }),
    },
    {
      name: 'note',
      path: '/api/v1/chats',
      nextPath: () => `/api/v1/chats/${nextChat()}/notes`,
      nextBody: () => ({ text: 'The parcel is at the depot' }),
    },
    {
      name: 'contact note',
      path: '/api/v1/contacts',
      nextPath: () => `/api/v1/contacts/${people[++person % people.length]}/notes`,
      nextBody: () => ({ text: 'Prefers calls in the morning' }),
    },
    {
      name: 'chat update',
      path: '/api/v1/chats',
      method: 'PATCH',
      nextPath: () => `/api/v1/chats/${nextChat()}`,
      nextBody: () => ({
        status: ++update % 3 === 0 ? 'closed' : 'open',
        unread: update % 2 === 0,
      }),
    },
    { name: 'list', path: '/api/v1/chats?limit=25', least: 0.6 },
    {
      // No two requests are equal, so none shares a query with another.
      name: 'distinct lists',
      path: '/api/v1/chats',
      nextQuery: () => `limit=25&updated_since=${new Date(++time).toISOString()}`,
    },
    { name: 'tickets', path: '/api/v1/tickets?limit=25', least: 0.6 },
    { name: 'contacts', path: '/api/v1/contacts?limit=25', least: 0.6 },
    { name: 'messages', path: `/api/v1/chats/${chats[0]!.id}/messages?limit=25`, least: 0.6 },
    { name: 'read', path: `/api/v1/contacts/${people[0]}`, least: 1 },
  ]
}

async function seed({ context }: BenchDatabase): Promise<{
  scope: Scope
  chats: { id: string; personId: string }[]
}> {
  const { scope } = await createTestWorkspace(context)
  const { id: channelId } = await createTestChannel(scope)
  const chats: { id: string; personId: string }[] = []
  for (let index = 0; index < CHATS; index++) chats.push(await createTestChat(scope, { channelId }))
  return { scope, chats }
}

function toFigures({ name, least }: Case, pairs: { theirs: Round; ours: Round }[]): Figure[] {
  const middle = (read: (pair: { theirs: Round; ours: Round }) => number) => median(pairs.map(read))
  const refused = pairs.reduce((sum, { ours }) => sum + ours.refused, 0)
  const cpu = (of: 'theirs' | 'ours') =>
    `${(middle((pair) => pair[of].nodeMs) / 1_000).toFixed(2)} + ${(middle((pair) => pair[of].postgresMs) / 1_000).toFixed(2)}`
  const what = `${name}: rate against bare`
  const ratio = middle(({ theirs, ours }) => ours.rate / theirs.rate)
  return [
    least === undefined
      ? plain(what, ratio.toFixed(2), { value: ratio })
      : atLeast(what, ratio, least),
    plain('  requests a second', middle(({ ours }) => ours.rate).toFixed(0)),
    plain('  p99 against bare', middle(({ theirs, ours }) => ours.p99 / theirs.p99).toFixed(2)),
    plain('  CPU seconds per 1,000, Node + PostgreSQL', cpu('ours')),
    plain('  the same of the bare handler', cpu('theirs')),
    { what: '  answers other than 2xx', value: String(refused), bound: '0', isMet: refused === 0 },
  ]
}
