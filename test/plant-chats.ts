import type pg from 'pg'

/**
 * Creates open conversations with contacts named `Contact 1`, `Contact 2`, … on the workspace's only channel. `Contact 1`
 * is the newest, so that lists of contacts and conversations show them in the order of their numbers.
 */
export async function plantChats(
  client: pg.Client,
  workspaceId: string,
  count: number,
): Promise<void> {
  await client.query(
    `insert into people (workspace_id, id, name, source, created_at, updated_at)
     select $1, gen_random_uuid(), 'Contact ' || n, 'test', at, at
     from generate_series(1, $2) as n, lateral (select now() - n * interval '1 minute' as at) as times`,
    [workspaceId, count],
  )
  await client.query(
    `insert into chats (workspace_id, id, channel_id, person_id, recipient, status, created_at, updated_at)
     select $1, gen_random_uuid(), (select id from channels where workspace_id = $1), id, 'planted-' || id,
       'open', now(), now()
     from people where workspace_id = $1 and source = 'test'`,
    [workspaceId],
  )
  await client.query(
    `insert into chat_activity (workspace_id, chat_id, activity_at)
     select chats.workspace_id, chats.id,
       now() - substring(people.name from 9)::integer * interval '1 minute'
     from chats join people on people.workspace_id = chats.workspace_id and people.id = chats.person_id
     where chats.workspace_id = $1`,
    [workspaceId],
  )
  await client.query(
    `update chats set created_at = activity_at from chat_activity as activity
     where chats.workspace_id = $1 and activity.workspace_id = $1 and activity.chat_id = chats.id`,
    [workspaceId],
  )
  await client.query('analyze chats, chat_activity, people')
}
