import { listChats } from '#conversations/list-chats.ts'
import { createTestChannel, createTestWorkspace } from '#test/factories.ts'
import type { Scope } from '#db/context.ts'
import { openBenchDatabase } from './database.ts'
import { median, plain } from './figure.ts'
import type { Figure } from './figure.ts'

const SMALL = { chats: 100, messages: 1_000 }
const LARGE = { chats: 100_000, messages: 1_000_000 }
const CALLS = 400

/** A page of chats in a workspace with 1,000,000 messages against one with 1,000, in the same database, in turns. */
export async function benchList(): Promise<Figure[]> {
  const database = await openBenchDatabase()
  try {
    const small = (await createTestWorkspace(database.context)).scope
    const large = (await createTestWorkspace(database.context)).scope
    await fillChats(small, database.query, SMALL)
    await fillChats(large, database.query, LARGE)
    await database.query('vacuum analyze')
    const times = { small: [] as number[], large: [] as number[], waiting: [] as number[] }
    for (let call = 0; call < CALLS; call++) {
      times.small.push(await time(small))
      times.large.push(await time(large))
      times.waiting.push(await time(large, { sort: 'waiting', status: 'open' }))
    }
    const deep = await timeDeep(large)
    const ratio = median(times.large) / median(times.small)
    const waiting = median(times.waiting)
    return [
      plain('first page of 25, 100 chats, 1,000 messages', `${median(times.small).toFixed(2)} ms`),
      plain(
        'first page of 25, 100,000 chats, 1,000,000 messages',
        `${median(times.large).toFixed(2)} ms`,
      ),
      {
        what: 'first page of 25 by longest wait, open ones, all 100,000 wait, 1,000 of them snoozed first',
        value: `${waiting.toFixed(2)} ms`,
        bound: '50 ms',
        isMet: waiting <= 50,
      },
      plain('page 40 of it', `${deep.toFixed(2)} ms`),
      {
        what: 'large against small',
        value: ratio.toFixed(2),
        bound: '0.80 – 1.20',
        isMet: ratio <= 1.2,
      },
    ]
  } finally {
    await database.close()
  }
}

async function time(scope: Scope, input: Parameters<typeof listChats>[1] = {}): Promise<number> {
  const began = performance.now()
  await listChats(scope, input)
  return performance.now() - began
}

async function timeDeep(scope: Scope): Promise<number> {
  let cursor: string | undefined
  for (let page = 1; page < 40; page++) {
    const { next_cursor } = await listChats(scope, cursor === undefined ? {} : { cursor })
    cursor = next_cursor!
  }
  const times: number[] = []
  for (let call = 0; call < 20; call++) {
    const began = performance.now()
    await listChats(scope, { cursor: cursor! })
    times.push(performance.now() - began)
  }
  return median(times)
}

/** Writes conversations whose customers wait, and messages, directly. */
export async function fillChats(
  scope: Scope,
  query: (sql: string) => Promise<void>,
  size: { chats: number; messages: number },
): Promise<void> {
  const { id: channelId } = await createTestChannel(scope)
  const { workspaceId } = scope
  const statements = [
    `insert into people (workspace_id, id, name, source, created_at, updated_at)
     select '${workspaceId}', md5('${workspaceId}p' || n)::uuid, 'Person ' || n, 'bench', now(), now()
     from generate_series(1, ${size.chats}) as n`,
    `insert into chats (workspace_id, id, channel_id, person_id, recipient, status, snoozed_until, last_message_id,
       last_message_direction, last_message_text, last_message_at, created_at, updated_at)
     select '${workspaceId}', md5('${workspaceId}c' || n)::uuid, '${channelId}',
       md5('${workspaceId}p' || n)::uuid, n::text, case when n > 99000 then 'snoozed' else 'open' end,
       case when n > 99000 then now() + interval '1 day' end, md5('${workspaceId}m' || n)::uuid, 'inbound', 'Hello ' || n,
       now() - n * interval '1 second', now(), now()
     from generate_series(1, ${size.chats}) as n`,
    `insert into chat_activity (workspace_id, chat_id, activity_at, waiting_since)
     select workspace_id, id, last_message_at, last_message_at from chats where workspace_id = '${workspaceId}'`,
    `insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, type, text, status,
       author_type, created_at)
     select '${workspaceId}', md5('${workspaceId}m' || n)::uuid,
       md5('${workspaceId}c' || (n % ${size.chats} + 1))::uuid, md5('${workspaceId}p' || (n % ${size.chats} + 1))::uuid,
       '${channelId}', 'inbound', 'text', 'Hello ' || n, 'received', 'person', now() - n * interval '1 second'
     from generate_series(1, ${size.messages}) as n`,
  ]
  for (const statement of statements) await query(statement)
}
