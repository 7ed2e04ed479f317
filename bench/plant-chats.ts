import type { BenchDatabase } from './database.ts'

/** Plants contacts with a conversation each on the only channel of a workspace, active in the last 90 days. */
export async function plantChats(
  { rows }: Pick<BenchDatabase, 'rows'>,
  workspaceId: string,
  count: number,
): Promise<void> {
  await rows(
    `insert into people (workspace_id, id, name, source, created_at, updated_at)
     select $1, gen_random_uuid(), 'Contact ' || n, 'bench', now(), now() from generate_series(1, $2) as n`,
    [workspaceId, count],
  )
  await rows(
    `insert into chats (workspace_id, id, channel_id, person_id, recipient, status, created_at, updated_at)
     select $1, gen_random_uuid(), (select id from channels where workspace_id = $1), id, id::text, 'open',
       date_trunc('milliseconds', now()), now()
     from people where workspace_id = $1 and source = 'bench'`,
    [workspaceId],
  )
  await rows(
    `insert into chat_activity (workspace_id, chat_id, activity_at, sla_due_at, sla_metric)
     select workspace_id, id, now() - random() * interval '90 days', now() + (random() - 0.2) * interval '2 days',
       'first_response'
     from chats where workspace_id = $1`,
    [workspaceId],
  )
}
