import type { Scope } from '#db/context.ts'
import { createTestChannel } from '#test/factories.ts'
import type { BenchDatabase } from './database.ts'

/** The number of rows of each kind in a large workspace. Messages are spread over a year. */
type LargeSize = { messages: number; chats: number; people: number; others: number }

/** Ids in a large workspace: of its channels, its members and its tags, most used first. */
export type LargeIds = { channels: string[]; members: string[]; tags: string[]; endpoint: string }

const MEMBERS = 20
const TAGS = 10
const WORDS = ['kurta', 'saree', 'order', 'delivery', 'refund', 'invoice', 'size', 'colour']

/** Fills a workspace: contacts, conversations with messages and changes, tickets, leads, deliveries and audit entries. */
export async function seedLarge(
  database: BenchDatabase,
  scope: Scope,
  size: LargeSize,
): Promise<LargeIds> {
  const channels = [await createTestChannel(scope), await createTestChannel(scope)].map(
    ({ id }) => id,
  )
  await database.seedFast(async () => {
    await withoutSearchIndex(database, async () => {
      for (const statement of toStatements(scope, size, channels)) await database.query(statement)
    })
  })
  const idsOf = async (table: string) =>
    (
      await database.rows<{ id: string }>(
        `select id from ${table} where workspace_id = $1 order by id`,
        [scope.workspaceId],
      )
    ).map(({ id }) => id)
  const [members, tags] = [await idsOf('memberships'), await idsOf('tags')]
  return { channels, members, tags, endpoint: (await idsOf('webhook_endpoints'))[0]! }
}

/** Creates the index of messages' texts after `seed`, which is faster than filling it row by row. */
async function withoutSearchIndex(
  { query, rows }: BenchDatabase,
  seed: () => Promise<void>,
): Promise<void> {
  const [index] = await rows<{ indexdef: string }>(
    `select indexdef from pg_indexes where indexname = 'messages_text'`,
  )
  await query('drop index messages_text')
  await seed()
  await query(index!.indexdef)
}

function toStatements({ workspaceId }: Scope, size: LargeSize, channels: string[]): string[] {
  const { messages, chats, people, others } = size
  const id = (kind: string, number: string) => `md5('${workspaceId}${kind}' || (${number}))::uuid`
  const at = (number: string, count: number) =>
    `now() - (${count} - ${number}) * interval '365 days' / ${count}`
  const idAt = (kind: string, number: string, count: number) =>
    `bench_id(${at(number, count)}, '${kind}' || ${number})`
  const channel = `(array['${channels.join("', '")}'])[1 + n % 50 / 49]::uuid`
  const memberOf = (number: string) => id('member', `1 + (${number}) % ${MEMBERS}`)
  const chatNumber = `n % ${chats} + 1`
  const personNumber = (chat: string) => `(${chat}) % ${people} + 1`
  const words = `(array['${WORDS.join("', '")}'])`
  const from = (count: number) => `from generate_series(1, ${count}) as n`
  return [
    `create or replace function bench_id(at timestamptz, seed text) returns uuid language sql immutable as $$
       select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' ||
         substr(md5(seed), 1, 3) || '8' || substr(md5(seed), 4, 15))::uuid $$`,
    `insert into users (id, name, email, created_at, updated_at)
     select ${id('user', 'n')}, 'Agent ' || n, 'agent' || n || '@${workspaceId}.example', now(), now() ${from(MEMBERS)}`,
    `insert into memberships (workspace_id, id, user_id, role, created_at)
     select '${workspaceId}', ${id('member', 'n')}, ${id('user', 'n')}, 'agent', now() ${from(MEMBERS)}`,
    `insert into tags (workspace_id, id, name, created_at)
     select '${workspaceId}', ${id('tag', 'n')}, 'Tag ' || n, now() ${from(TAGS)}`,
    `insert into people (workspace_id, id, name, phone_e164, email, source, campaign, fields, created_at,
       updated_at, last_seen_at)
     select '${workspaceId}', ${id('person', 'n')}, 'Person ' || n, '+9198' || lpad(n::text, 8, '0'),
       case when n % 3 = 0 then 'person' || n || '@customers.example' end,
       (array['website', 'instagram', 'whatsapp'])[1 + n % 3], 'campaign ' || n % 40,
       case when n % 2 = 0 then jsonb_build_object('city', 'City ' || n % 90, 'size', n % 9) else '{}' end,
       ${at('n', people)}, ${at('n', people)}, ${at('n', people)} ${from(people)}`,
    `insert into identities (workspace_id, kind, value, person_id, created_at)
     select '${workspaceId}', 'phone_e164', '+9198' || lpad(n::text, 8, '0'), ${id('person', 'n')}, now() ${from(people)}`,
    `insert into chats (workspace_id, id, channel_id, person_id, recipient, status, assignee_id, unread_count,
       last_message_direction, last_message_text, last_message_at, created_at, updated_at)
     select '${workspaceId}', ${id('chat', 'n')}, ${channel}, ${id('person', personNumber('n'))},
       '9198' || lpad(n::text, 8, '0'),
       case when n % 20 = 0 then 'open' when n % 1000 = 1 then 'snoozed' else 'closed' end,
       case when n % 3 > 0 then ${memberOf('n % 19')} end, (n % 40 = 0)::integer,
       'inbound', 'Hello ' || n, ${at('n', chats * 10)}, ${at('n', chats)}, ${at(`(${9 * chats} + n)`, 10 * chats)}
     ${from(chats)}`,
    `insert into chat_activity (workspace_id, chat_id, activity_at)
     select workspace_id, id, updated_at from chats where workspace_id = '${workspaceId}'`,
    `insert into chat_tags (workspace_id, chat_id, tag_id, created_at)
     select '${workspaceId}', ${id('chat', 'n')}, ${id('tag', `case when n % 5000 = 0 then ${TAGS} else 1 + n % ${TAGS - 1} end`)}, now()
     ${from(chats)} where n % 4 = 0`,
    `insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, type, text, status,
       author_type, author_id, platform_message_id, created_at)
     select '${workspaceId}', ${idAt('m', 'n', messages)}, ${id('chat', chatNumber)},
       ${id('person', personNumber(chatNumber))}, '${channels[0]}',
       case when n / ${chats} % 3 = 1 then 'outbound' else 'inbound' end, 'text',
       'Hello, my ' || ${words}[1 + n % 8] || ' number ' || n || ' about ' || ${words}[1 + n / 8 % 8],
       case when n / ${chats} % 3 = 1 then 'read' else 'received' end,
       case when n / ${chats} % 3 = 1 then 'member' else 'person' end,
       case when n / ${chats} % 3 = 1 then ${memberOf('n')} end, 'wamid.bench.' || n, ${at('n', messages)}
     ${from(messages)}`,
    `insert into chat_changes (workspace_id, id, chat_id, kind, actor_type, actor_id, data, occurred_at)
     select '${workspaceId}', ${idAt('change', 'n', others * 3)}, ${id('chat', chatNumber)}, 'closed', 'member',
       ${memberOf('n')}, jsonb_build_object('opened_at', ${at('n', others * 3)} - interval '2 days'),
       ${at('n', others * 3)} ${from(others * 3)}`,
    `insert into tickets (workspace_id, id, number, person_id, title, priority, status, assignee_id, due_at,
       created_at, updated_at, solved_at)
     select '${workspaceId}', ${idAt('ticket', 'n', others)}, n, ${id('person', `n % ${people} + 1`)},
       'About a ' || ${words}[1 + n % 8], (array['low', 'medium', 'high', 'urgent'])[1 + n % 4],
       case when n % 10 = 0 then 'open' else 'solved' end, ${memberOf('n')},
       case when n % 5 = 0 then ${at('n', others)} + interval '3 days' end, ${at('n', others)}, ${at('n', others)},
       case when n % 10 > 0 then ${at('n', others)} end ${from(others)}`,
    `insert into workspace_counters (workspace_id, ticket_number) values ('${workspaceId}', ${others})
     on conflict (workspace_id) do update set ticket_number = excluded.ticket_number`,
    `insert into timeline_entries (workspace_id, id, person_id, kind, data, occurred_at)
     select '${workspaceId}', ${idAt('lead', 'n', others)}, ${id('person', `n % ${people} + 1`)}, 'lead',
       jsonb_build_object('source', 'source ' || n % 12, 'campaign', 'campaign ' || n % 700), ${at('n', others)}
     ${from(others)}`,
    `insert into webhook_endpoints (workspace_id, id, url, events, secret, created_at, updated_at)
     values ('${workspaceId}', ${id('endpoint', '1')}, 'https://receiver.example/', '{message.received}', '\\x00', now(), now())`,
    `insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, position, status,
       attempt_count, last_error, created_at, completed_at)
     select '${workspaceId}', bench_id(${at('n', messages)}, 'd' || n), ${id('endpoint', '1')},
       ${id('event', 'n')}, 'message.received', n, case when n % 50 = 0 then 'failed' else 'succeeded' end, 1,
       case when n % 50 = 0 then 'http_500' end, ${at('n', messages)}, ${at('n', messages)} + interval '0.05 seconds'
     ${from(messages)}`,
    `insert into audit_entries (workspace_id, id, actor_type, actor_id, action, target_type, target_id, occurred_at)
     select '${workspaceId}', ${idAt('audit', 'n', others)}, 'member', ${memberOf('n')},
       case when n % 1000 = 0 then 'contacts.exported' else 'member.signed_in' end, 'member', n::text,
       ${at('n', others)} ${from(others)}`,
  ]
}
