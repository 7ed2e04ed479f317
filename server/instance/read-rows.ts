import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { readBounded } from '#db/instance/figures.ts'
import { isHere } from '#lanes/is-here.ts'
import { COUNTED_MAX, INSTANCE_ROWS_MAX, STUCK_SECONDS } from '#shared/instance.ts'
import type { ShardState } from './schema.ts'

type Rows<K extends 'stuck_lanes' | 'failures' | 'endpoints' | 'channels'> = NonNullable<
  ShardState[K]
>

/** Returns the lanes that no worker has claimed although it could have for too long, oldest first. */
export function readStuckLanes({ db }: Pick<Context, 'db'>): Promise<Rows<'stuck_lanes'>> {
  return readBounded(
    db,
    sql<Rows<'stuck_lanes'>[number]>`
      /* across workspaces: the lanes of the whole server */
      select kind, workspace_id, target_id, greatest(due_at, lease_until) as claimable_since from lanes
      where due_at <= now() - ${STUCK_SECONDS} * interval '1 second'
        and (lease_until is null or lease_until <= now() - ${STUCK_SECONDS} * interval '1 second')
        and ${isHere('lanes')}
      order by claimable_since limit ${INSTANCE_ROWS_MAX}`,
  )
}

/** Returns the workspaces with the most failed payloads and deliveries. Reads only indexes, up to a number of rows. */
export function readFailures({ db }: Pick<Context, 'db'>): Promise<Rows<'failures'>> {
  return readBounded(
    db,
    sql<Rows<'failures'>[number]>`
      /* across workspaces: figures of the whole server */
      with payloads as (
        select workspace_id, count(*)::integer as count
        from (select workspace_id from inbound_payloads where status = 'failed' limit ${COUNTED_MAX}) as failed
        group by workspace_id
      ), deliveries as (
        select workspace_id, count(*)::integer as count
        from (select workspace_id from webhook_deliveries where status = 'failed' limit ${COUNTED_MAX}) as failed
        group by workspace_id
      )
      select workspace_id, coalesce(payloads.count, 0) as payloads, coalesce(deliveries.count, 0) as deliveries
      from payloads full join deliveries using (workspace_id)
      order by payloads desc, deliveries desc, workspace_id limit ${INSTANCE_ROWS_MAX}`,
  )
}

/** Returns the endpoints that fail, those with the most failed deliveries first. Reads at most the counted number of deliveries. */
export function readFailingEndpoints({ db }: Pick<Context, 'db'>): Promise<Rows<'endpoints'>> {
  return readBounded(
    db,
    sql<Rows<'endpoints'>[number]>`
      /* across workspaces: figures of the whole server */
      with failed as (
        select workspace_id, endpoint_id, count(*)::integer as count
        from (select workspace_id, endpoint_id from webhook_deliveries where status = 'failed' limit ${COUNTED_MAX}) as failed
        group by workspace_id, endpoint_id
      )
      select endpoint.id, endpoint.workspace_id, endpoint.status, endpoint.disabled_reason, endpoint.failing_since,
        coalesce(failed.count, 0) as failed_deliveries
      from webhook_endpoints as endpoint
      left join failed on failed.workspace_id = endpoint.workspace_id and failed.endpoint_id = endpoint.id
      where failed.count is not null or endpoint.failing_since is not null
      order by failed_deliveries desc, endpoint.failing_since, endpoint.id limit ${INSTANCE_ROWS_MAX}`,
  )
}

/** Returns the channels that send nothing, those that an admin must release first. */
export function readPausedChannels({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<Rows<'channels'>> {
  return readBounded(
    db,
    sql<Rows<'channels'>[number]>`
      /* across workspaces: the channels of the whole server */
      select id, workspace_id, type, name, send_error_code as error_code, send_stopped_at as stopped_at,
        case when send_stopped_at is null then send_held_until end as held_until,
        case when send_stopped_at is null then 'held' else 'stopped' end as state
      from channels
      where send_stopped_at is not null or send_held_until > ${clock.now()}
      order by send_stopped_at is null, send_stopped_at, id limit ${INSTANCE_ROWS_MAX}`,
  )
}
