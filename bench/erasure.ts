import type { Scope } from '#db/context.ts'
import { eraseContact } from '#erasures/erase-contact.ts'
import { getErasure } from '#erasures/get-erasure.ts'
import { runErasure } from '#erasures/run-erasure.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { createTestChannel, createTestWorkspace } from '#test/factories.ts'
import { openBenchDatabase } from './database.ts'
import type { BenchDatabase } from './database.ts'
import { atMost, plain, quantile } from './figure.ts'
import type { Figure } from './figure.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'

const CHATS = 10_000
const EVENTS = 200_000
/** A statement that takes longer is canceled. */
const STATEMENT_SECONDS = 10

/**
 * Erases a contact with 100,000 messages from a workspace with 1,000,000: the time of its transactions, of which none may
 * come near the limit of a statement. `--messages` chooses another size, of which the contact has a tenth.
 */
export async function benchErasure(options: BenchOptions): Promise<Figure[]> {
  const messages = numberOption(options, 'messages', 1_000_000)
  const database = await openBenchDatabase()
  try {
    const { scope } = await createTestWorkspace(database.context)
    await database.seedFast(() => fill(scope, database.query, messages))
    await database.query('vacuum analyze')
    return await erase(database, scope)
  } finally {
    await database.close()
  }
}

async function erase({ rows }: BenchDatabase, scope: Scope): Promise<Figure[]> {
  const [person] = await rows<{ id: string }>(
    `select id from people where workspace_id = $1 and name = 'Person 1'`,
    [scope.workspaceId],
  )
  const seconds: { step: string; time: number }[] = []
  const startedAt = performance.now()
  const { id } = await eraseContact(scope, person!.id)
  seconds.push({ step: 'request', time: (performance.now() - startedAt) / 1000 })
  const storage = createMediaStorage({ dataDir: '/nowhere' })
  for (let isDone = false; !isDone;) {
    let isBegun = false
    const { step } = await getErasure(scope, id)
    const began = performance.now()
    const result = await runErasure(scope, id, {
      storage,
      isOver: () => isBegun || !(isBegun = true),
    })
    seconds.push({ step: step ?? 'end', time: (performance.now() - began) / 1000 })
    isDone = result === 'completed'
  }
  const total = (performance.now() - startedAt) / 1000
  const times = seconds.map(({ time }) => time)
  const byStep = Map.groupBy(seconds, ({ step }) => step)
  const { removed } = await getErasure(scope, id)
  return [
    plain('messages of the contact', String(removed['messages'])),
    plain('events of the contact', String(removed['events'])),
    plain('the whole erasure', `${total.toFixed(1)} s`),
    plain('transactions', String(times.length)),
    plain('a transaction, p50', `${(quantile(times, 0.5) * 1000).toFixed(0)} ms`),
    atMost('the longest transaction', Math.max(...times), STATEMENT_SECONDS / 2, ' s'),
    ...[...byStep]
      .map(([step, each]) => ({ step, sum: each.reduce((sum, { time }) => sum + time, 0) }))
      .filter(({ sum }) => sum > total / 20)
      .map(({ step, sum }) => plain(`of it, step ${step}`, `${sum.toFixed(1)} s`)),
    plain('memory', `${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`),
  ]
}

/** The contact of the first chat has a tenth of all messages and events. */
async function fill(
  scope: Scope,
  query: (sql: string) => Promise<void>,
  messages: number,
): Promise<void> {
  const { id: channelId } = await createTestChannel(scope)
  const { workspaceId } = scope
  const id = (kind: string, number: string) => `md5('${workspaceId}${kind}' || ${number})::uuid`
  const place = `case when n % 10 = 0 then 1 else n % ${CHATS} + 1 end`
  const statements = [
    `insert into workspace_counters (workspace_id, event_position) values ('${workspaceId}', ${EVENTS})
     on conflict (workspace_id) do update set event_position = ${EVENTS}`,
    `insert into people (workspace_id, id, name, phone_e164, source, created_at, updated_at)
     select '${workspaceId}', ${id('p', 'n')}, 'Person ' || n, '+9198' || lpad(n::text, 8, '0'), 'bench', now(), now()
     from generate_series(1, ${CHATS}) as n`,
    `insert into identities (workspace_id, kind, value, person_id, created_at)
     select '${workspaceId}', 'wa_id', '9198' || lpad(n::text, 8, '0'), ${id('p', 'n')}, now()
     from generate_series(1, ${CHATS}) as n`,
    `insert into chats (workspace_id, id, channel_id, person_id, recipient, created_at, updated_at)
     select '${workspaceId}', ${id('c', 'n')}, '${channelId}', ${id('p', 'n')}, '9198' || lpad(n::text, 8, '0'), now(), now()
     from generate_series(1, ${CHATS}) as n`,
    `insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, type, text, status,
       author_type, platform_message_id, created_at)
     select '${workspaceId}', ${id('m', 'n')}, ${id('c', `(${place})`)}, ${id('p', `(${place})`)}, '${channelId}',
       case when n % 3 = 0 then 'outbound' else 'inbound' end, 'text', 'Hello ' || n,
       case when n % 3 = 0 then 'read' else 'received' end, 'person', 'wamid.bench.' || n, now() - n * interval '1 second'
     from generate_series(1, ${messages}) as n`,
    `insert into message_statuses (workspace_id, channel_id, platform_message_id, message_id, status, occurred_at, details)
     select workspace_id, channel_id, platform_message_id, id, 'read', now(), '{"recipient_id":"919800000001"}'
     from messages where workspace_id = '${workspaceId}' and direction = 'outbound'`,
    `insert into events (workspace_id, id, position, type, body, created_at)
     select '${workspaceId}', ${id('e', 'n')}, n, 'message.received',
       json_build_object('id', ${id('e', 'n')}, 'type', 'message.received', 'data', json_build_object(
         'conversation_id', ${id('c', `(${place})`)}, 'person_id', ${id('p', `(${place})`)},
         'text', repeat('Hello ' || n, 20))), now()
     from generate_series(1, ${EVENTS}) as n`,
  ]
  for (const statement of statements) await query(statement)
}
