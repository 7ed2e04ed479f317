import type { Scope } from '#db/context.ts'
import { createNotes } from '#conversations/notes/create-note.ts'
import { findMentioned } from '#conversations/notes/expand-mentions.ts'
import { transaction } from '#db/transaction.ts'
import { newId } from '#lib/ids.ts'
import {
  createTestChannel,
  createTestChat,
  createTestKey,
  createTestWorkspace,
} from '#test/factories.ts'
import { callRandomTools } from '#test/mcp-leaks.ts'
import { openBenchDatabase } from './database.ts'
import { atMost, plain, quantile } from './figure.ts'
import type { Figure } from './figure.ts'
import { startServer } from './load.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'

const CHATS = 200
const NOTES_OF_EACH = 25
const PARALLEL = 4
const WARM_UP = 40

/** A tool call and the request of `/api/v1` that does the same. */
type Pair = { name: string; input: object; path: string; body?: object }

/**
 * Calls of tools against the same requests of `/api/v1`, in turns on one process, four at a time; then random calls with
 * random scopes over two processes. Options: `--calls` of each pair (1,000), `--random` calls (10,000), `--seed` (1).
 */
export async function benchMcp(options: BenchOptions): Promise<Figure[]> {
  const calls = numberOption(options, 'calls', 1_000)
  const randomCalls = numberOption(options, 'random', 10_000)
  const seed = numberOption(options, 'seed', 1)
  const database = await openBenchDatabase()
  try {
    const { scope, chatIds } = await fill(database.context)
    const key = await createTestKey(scope, ['*'])
    const env = { DATABASE_URL: database.url, SECRET_KEY: '07'.repeat(32), LOG_LEVEL: 'warn' }
    const args = ['server/main.ts', 'start', '--only', 'api']
    const servers = [await startServer(args, env), await startServer(args, env)]
    const figures: Figure[] = []
    for (const [index, next] of pairsOf(chatIds).entries())
      figures.push(...(await compare(servers[0]!.url, key, next, calls, index)))
    const report = await callRandomTools(
      database.context,
      servers.map(({ url }) => url),
      { calls: randomCalls, seed },
    )
    await Promise.all(servers.map((server) => server.stop()))
    for (const leak of report.leaks.slice(0, 5)) process.stderr.write(`${leak}\n`)
    return [
      ...figures,
      plain('random calls over two processes', `${report.calls}`, {
        answered: report.answered,
        refused: report.refused,
      }),
      atMost('leaks among them', report.leaks.length, 0),
    ]
  } finally {
    await database.close()
  }
}

async function fill(
  context: Parameters<typeof createTestWorkspace>[0],
): Promise<{ scope: Scope; chatIds: string[] }> {
  const { scope } = await createTestWorkspace(context)
  const { id: channelId } = await createTestChannel(scope)
  const author = { ...scope, actor: { type: 'api_key' as const, id: newId() } }
  const chatIds: string[] = []
  for (let index = 0; index < CHATS; index++) {
    const { id } = await createTestChat(scope, { channelId })
    const notes = Array.from({ length: NOTES_OF_EACH }, (_, note) => ({
      chatId: id,
      input: { text: `The parcel is at depot ${note}.` },
    }))
    const members = await findMentioned(author, [])
    await transaction(author, (tx) => createNotes(tx, notes, members))
    chatIds.push(id)
  }
  return { scope, chatIds }
}

/** Returns a function for each pair that makes its next call. */
function pairsOf(chatIds: string[]): ((count: number) => Pair)[] {
  const chatAt = (count: number) => chatIds[count % chatIds.length]!
  return [
    () => ({ name: 'list_conversations', input: { limit: 10 }, path: '/api/v1/chats?limit=10' }),
    (count) => ({
      name: 'read_conversation',
      input: { conversation_id: chatAt(count), limit: 20 },
      path: `/api/v1/chats/${chatAt(count)}/thread?limit=20`,
    }),
    () => ({
      name: 'find_customer',
      input: { query: 'Asha' },
      path: '/api/v1/contacts?q=Asha&limit=10',
    }),
    (count) => ({
      name: 'send_reply',
      input: { conversation_id: chatAt(count), text: `It is on its way (${count}).` },
      path: '/api/v1/messages/send',
      body: { conversation_id: chatAt(count), message: `It is on its way (${count}).` },
    }),
  ]
}

async function compare(
  url: string,
  key: string,
  next: (count: number) => Pair,
  calls: number,
  index: number,
): Promise<Figure[]> {
  const rest: number[] = []
  const mcp: number[] = []
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  let count = 0
  async function time(request: () => Promise<Response>): Promise<number> {
    const began = performance.now()
    const answer = await request()
    const text = await answer.text()
    if (!answer.ok || text.includes('"isError":true')) throw new Error(`It answered ${text}`)
    return performance.now() - began
  }
  async function work(): Promise<void> {
    while (count < calls + WARM_UP) {
      const at = count++
      const { name, input, path, body } = next(at)
      // A key of each call, so that none is a repeat.
      const own = body && { 'idempotency-key': newId() }
      const viaRest = () =>
        fetch(`${url}${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { ...headers, ...own },
          ...(body && { body: JSON.stringify(body) }),
        })
      const given = body ? { ...input, idempotency_key: newId() } : input
      const params = { name, arguments: given }
      const viaMcp = () =>
        fetch(`${url}/mcp`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ jsonrpc: '2.0', id: at, method: 'tools/call', params }),
        })
      // Each is first as often as the other, because the second finds its rows in memory.
      const isRestFirst = at % 2 === 0
      const first = await time(isRestFirst ? viaRest : viaMcp)
      const second = await time(isRestFirst ? viaMcp : viaRest)
      if (at < WARM_UP) continue
      rest.push(isRestFirst ? first : second)
      mcp.push(isRestFirst ? second : first)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  const { name } = next(index)
  const [theirs, ours] = [quantile(rest, 0.95), quantile(mcp, 0.95)]
  return [
    plain(
      `${name}, p50 and p95 over MCP`,
      `${quantile(mcp, 0.5).toFixed(1)}, ${ours.toFixed(1)} ms`,
    ),
    plain(
      `the same request of /api/v1`,
      `${quantile(rest, 0.5).toFixed(1)}, ${theirs.toFixed(1)} ms`,
    ),
    atMost(`${name}: p95 above that of /api/v1`, ours - theirs, 10, ' ms'),
  ]
}
