import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Context } from '../context.ts'
import type { Db } from '../pool.ts'
import { COUNTED_MAX } from '#shared/instance.ts'

/** The time limits of one statement about the whole instance, in the database. It must never hold up the product. */
const STATEMENT_MS = 2_000
const LOCK_MS = 500

/** The gauges that are read from the databases, and the label that each has beside `shard`, if any. */
export const GAUGES = {
  parley_lanes_due: { label: 'kind', help: 'Lanes that a worker could claim now.' },
  parley_lanes_oldest_due_seconds: {
    label: 'kind',
    help: 'How long the lane that waits longest could have been claimed.',
  },
  parley_inbound_payloads_waiting: {
    label: 'status',
    help: `Payloads that are not recorded: pending, failed or unrouted, counted up to ${COUNTED_MAX}.`,
  },
  parley_webhook_deliveries_pending: {
    label: '',
    help: `Webhook deliveries without a final result, counted up to ${COUNTED_MAX}.`,
  },
  parley_webhook_endpoints_disabled: {
    label: 'reason',
    help: 'Webhook endpoints that get no deliveries.',
  },
  parley_channels_paused: {
    label: 'state',
    help: 'Channels that send nothing: held until a time, or stopped until an admin acts.',
  },
  parley_messages_queued: {
    label: '',
    help: `Messages that wait to be sent, counted up to ${COUNTED_MAX}.`,
  },
  parley_database_size_bytes: { label: '', help: 'Size of the database on disk.' },
  parley_database_checksum_failures: {
    label: '',
    help: 'Pages with a wrong checksum that PostgreSQL has read. Needs data checksums.',
  },
  parley_database_replication_lag_seconds: {
    label: 'replica',
    help: 'How far the replay of a replica is behind. Needs the role pg_monitor.',
  },
} as const

/** A figure of one server: the name of its gauge, its label and its value. */
export type Reading = { gauge: keyof typeof GAUGES; label: string; value: number }

/** The statements of the figures of one server, by what they are about. Each runs with `readBounded`. */
export const FIGURES = { lanes: readLanes, rows: readRows, server: readServer } as const

/** Runs a statement that reads, for two seconds at most, and returns its rows. Waits for no lock for longer than half a second. */
export function readBounded<R>(db: Db, statement: RawBuilder<R>): Promise<R[]> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${String(STATEMENT_MS)}, true),
        set_config('lock_timeout', ${String(LOCK_MS)}, true)`.execute(tx)
      return (await statement.execute(tx)).rows
    })
}

function readLanes(): RawBuilder<Reading> {
  return sql<Reading>`
    /* across workspaces: figures of the whole server */
    with due as (
      select kind, count(*) as lanes, extract(epoch from now() - min(greatest(due_at, lease_until))) as seconds
      from lanes
      where due_at <= now() and (lease_until is null or lease_until <= now())
        and not exists (select from absent_workspaces as absent where absent.workspace_id = lanes.workspace_id)
      group by kind
    )
    select 'parley_lanes_due' as gauge, kind as label, lanes::float8 as value from due
    union all
    select 'parley_lanes_oldest_due_seconds', kind, seconds::float8 from due`
}

function readRows({ clock }: Pick<Context, 'clock'>): RawBuilder<Reading> {
  const counted = sql.lit(COUNTED_MAX)
  return sql<Reading>`
    /* across workspaces: figures of the whole server */
    select 'parley_inbound_payloads_waiting' as gauge, status as label, count(*)::float8 as value
    from (select status from inbound_payloads where status <> 'processed' limit ${counted}) as waiting group by status
    union all
    select 'parley_webhook_deliveries_pending', '', count(*)::float8
    from (select from webhook_deliveries where status = 'pending' limit ${counted}) as pending
    union all
    select 'parley_messages_queued', '', count(*)::float8
    from (select from messages where send_due_at is not null limit ${counted}) as queued
    union all
    select 'parley_webhook_endpoints_disabled', coalesce(disabled_reason, 'manual'), count(*)::float8
    from webhook_endpoints where status = 'disabled' group by 2
    union all
    select 'parley_channels_paused', state, count(*)::float8
    from (
      select case when send_stopped_at is not null then 'stopped' else 'held' end as state from channels
      where send_stopped_at is not null or send_held_until > ${clock.now()}
    ) as paused
    group by state`
}

function readServer(): RawBuilder<Reading> {
  return sql<Reading>`
    select 'parley_database_size_bytes' as gauge, '' as label, pg_database_size(current_database())::float8 as value
    union all
    select 'parley_database_checksum_failures', '', coalesce(sum(checksum_failures), 0)::float8
    from pg_stat_database where datname = current_database() or datid = 0
    union all
    select 'parley_database_replication_lag_seconds', coalesce(nullif(application_name, ''), client_addr::text, 'local'),
      extract(epoch from coalesce(replay_lag, '0 s'))::float8
    from pg_stat_replication where state is not null`
}
