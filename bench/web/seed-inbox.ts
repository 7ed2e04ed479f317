import { createHash } from 'node:crypto'
import type { BenchDatabase } from '../database.ts'

/** Fills a workspace with chats, and the first of them with a long thread. */
export async function seedInbox(
  { query, seedFast }: BenchDatabase,
  given: { workspaceId: string; channelId: string; chats: number; messages: number },
): Promise<{ longChatId: string; longChatRecipient: string }> {
  const { workspaceId, channelId, chats, messages } = given
  const id = (kind: string, n: string) => `md5('${workspaceId}${kind}' || ${n})::uuid`
  await seedFast(async () => {
    await query(
      `insert into people (workspace_id, id, name, phone_e164, source, created_at, updated_at)
       select '${workspaceId}', ${id('p', 'n')}, 'Person ' || n, '+9190' || lpad(n::text, 8, '0'), 'bench', now(), now()
       from generate_series(1, ${chats}) as n`,
    )
    await query(
      `insert into identities (workspace_id, kind, value, person_id, created_at)
       select '${workspaceId}', 'wa_id', '9190' || lpad(n::text, 8, '0'), ${id('p', 'n')}, now()
       from generate_series(1, ${chats}) as n`,
    )
    await query(
      `insert into chats (workspace_id, id, channel_id, person_id, recipient, unread_count, last_message_id,
         last_message_direction, last_message_text, last_message_at, window_expires_at, created_at, updated_at)
       select '${workspaceId}', ${id('c', 'n')}, '${channelId}', ${id('p', 'n')}, '9190' || lpad(n::text, 8, '0'),
         n % 3, ${id('m', `(n::bigint * ${messages})`)}, 'inbound', 'Is the blue one back in stock, number ' || n || '?',
         now() - n * interval '1 minute', now() + interval '20 hours', now() - interval '90 days', now()
       from generate_series(1, ${chats}) as n`,
    )
    await query(
      `insert into chat_activity (workspace_id, chat_id, activity_at)
       select workspace_id, id, last_message_at from chats where workspace_id = '${workspaceId}'`,
    )
    await query(
      `insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, type, text, status,
         author_type, created_at, sent_at, delivered_at, read_at)
       select '${workspaceId}', ${id('m', 'n')}, ${id('c', '1')}, ${id('p', '1')}, '${channelId}',
         case when n % 2 = 0 then 'inbound' else 'outbound' end, 'text',
         'Message ' || n || repeat(' and some more words', n % 9),
         case when n % 2 = 0 then 'received' else 'read' end,
         case when n % 2 = 0 then 'person' else 'system' end,
         now() - (${messages} - n) * interval '2 minutes' - interval '1 minute', now(), now(), now()
       from generate_series(1, ${messages}) as n`,
    )
  })
  const hex = createHash('md5').update(`${workspaceId}c1`).digest('hex')
  const longChatId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { longChatId, longChatRecipient: '919000000001' }
}
