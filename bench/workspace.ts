import type { Scope } from '#db/context.ts'
import type { EventType } from '#shared/event-types.ts'
import {
  createTestChannel,
  createTestChat,
  createTestKey,
  createTestWorkspace,
} from '#test/factories.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import type { BenchDatabase } from './database.ts'
import type { Sink } from './sink.ts'

/** A workspace that messages can be sent in. */
export type BenchWorkspace = { scope: Scope; key: string; chatIds: string[] }

/**
 * A workspace with a key and chats. Its messages are never handed to the platform, so that the worker has its
 * deliveries alone to do: somebody else holds the channel's lane.
 */
export async function createBenchWorkspace(
  { context, query }: BenchDatabase,
  chats = 20,
): Promise<BenchWorkspace> {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const { id: channelId } = await createTestChannel(scope)
  const chatIds: string[] = []
  for (let index = 0; index < chats; index++)
    chatIds.push((await createTestChat(scope, { channelId })).id)
  await query(
    `insert into lanes (kind, workspace_id, target_id, due_at, lease_until, lease_token)
     values ('send', '${workspaceId}', '${channelId}', now(), now() + interval '30 days', gen_random_uuid())`,
  )
  return { scope, key: await createTestKey(scope, ['messages:write']), chatIds }
}

/** Endpoints of `scope` at `path` of the sink, each on a host of its own from the `first`; gives their ids. */
export async function createBenchEndpoints(
  scope: Scope,
  sink: Sink,
  path: string,
  given: { count: number; events?: EventType[]; maxInFlight?: number; first?: number },
): Promise<string[]> {
  const { count, events = ['message.sent'], maxInFlight = 1, first = 0 } = given
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const url = sink.url(path, first + index)
    ids.push((await createEndpoint(scope, { url, events, max_in_flight: maxInFlight })).id)
  }
  return ids
}

/** Gives each of the endpoints `count` deliveries that wait, all of the same `count` events of `type`. */
export async function seedBacklog(
  { query }: BenchDatabase,
  workspaceId: string,
  endpointIds: string[],
  backlog: { count: number; type?: EventType },
): Promise<void> {
  const { count, type = 'ticket.created' } = backlog
  await query(
    `with counter as (
       insert into workspace_counters as counter (workspace_id, event_position) values ('${workspaceId}', ${count})
       on conflict (workspace_id) do update set event_position = counter.event_position + ${count}
       returning event_position - ${count} as base
     ), event as (
       insert into events (workspace_id, id, position, type, body, created_at)
       select '${workspaceId}', made.id, base + n, '${type}',
         '{"id":"' || made.id || '","type":"${type}","created_at":"2026-01-01T00:00:00.000Z",'
           || '"workspace_id":"${workspaceId}","test":false,"data":{"id":"' || md5(n::text)::uuid
           || '","text":"' || repeat('It waits since long ago. ', 12) || '"}}',
         now()
       from counter, generate_series(1, ${count}) as n, lateral (select ${seededId('n::text')} as id) as made
       returning id, position, type
     )
     insert into webhook_deliveries
       (workspace_id, id, endpoint_id, event_id, event_type, position, next_attempt_at, created_at)
     select '${workspaceId}', ${seededId(`endpoint.ordinality || '-' || event.position`)},
       endpoint.id, event.id, event.type, event.position, now(), now()
     from event, unnest('{${endpointIds.join()}}'::uuid[]) with ordinality as endpoint (id, ordinality)
     order by event.position`,
  )
}

/** Wakes the lanes of endpoints, as what gives them work does. */
export async function wakeEndpointLanes(
  { query }: BenchDatabase,
  workspaceId: string,
  endpointIds: string[],
): Promise<void> {
  await query(
    `insert into lanes (kind, workspace_id, target_id, due_at, wakes)
     select 'webhook', '${workspaceId}', id, now(), 1 from unnest('{${endpointIds.join()}}'::uuid[]) as id
     order by id
     on conflict (kind, workspace_id, target_id) do update
       set due_at = least(lanes.due_at, excluded.due_at), wakes = lanes.wakes + 1;
     select pg_notify('lanes', '')`,
  )
}

/** SQL for a UUID of version 7 that carries the present millisecond, distinct by the text of `sql`. */
function seededId(sql: string): string {
  return `(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || substr(md5('${Math.random()}' || ${sql}), 14))::uuid`
}
