import { Type } from 'typebox'
import type { Static, TSchema } from 'typebox'
import { describedTime, Id, nullable, Time, titled } from '#lib/schemas.ts'
import { COUNTED_MAX, INSTANCE_TABLES_MAX, STUCK_SECONDS } from '#shared/instance.ts'

const Count = Type.Integer({ minimum: 0 })
const CappedFigure = Type.Integer({ minimum: 0, description: `Counted up to ${COUNTED_MAX}.` })

/** Null where the database did not answer in time, so that one slow figure does not hide the others. */
function read<T extends TSchema>(schema: T) {
  return nullable(schema)
}

const Damage = titled('InstanceDamage', {
  shard: Type.String(),
  relation: Type.String({
    description: 'A table, or an index with its table. The path of a file if it has no name.',
  }),
  block: nullable(Type.Integer({ description: 'The page that was read last.' })),
  code: Type.String({ description: 'The code of PostgreSQL, such as `XX001`.' }),
  count: Type.Integer({ description: 'How many statements failed there.' }),
  seen_at: Type.String({ format: 'date-time' }),
})

const Process = titled('InstanceProcess', {
  id: Id,
  host: Type.String(),
  pid: Type.Integer(),
  parts: Type.Array(Type.String(), { description: 'Such as `api`, `ingest` and `worker`.' }),
  version: Type.String(),
  node_version: Type.String(),
  memory_bytes: Count,
  started_at: Time,
  seen_at: Time,
  is_lost: Type.Boolean({
    description: 'Whether it stopped to report itself: it was killed or cannot reach the database.',
  }),
  damage: Type.Array(Damage, {
    description: 'The stored data that this process could not read since it started.',
  }),
})

const Queue = titled('InstanceQueue', {
  kind: Type.String(),
  due: Count,
  oldest_due_seconds: Type.Number({ minimum: 0 }),
  is_stuck: Type.Boolean({
    description: `Whether a lane could have been claimed for ${STUCK_SECONDS} seconds.`,
  }),
})

const StuckLane = titled('InstanceStuckLane', {
  kind: Type.String(),
  workspace_id: Id,
  target_id: Id,
  claimable_since: Time,
})

const Backlog = titled('InstanceBacklog', {
  payloads_pending: CappedFigure,
  payloads_failed: CappedFigure,
  payloads_unrouted: CappedFigure,
  deliveries_pending: CappedFigure,
  messages_queued: CappedFigure,
  endpoints_disabled: Count,
})

const Failures = titled('InstanceFailures', {
  workspace_id: Id,
  payloads: CappedFigure,
  deliveries: CappedFigure,
})

const FailingEndpoint = titled('InstanceEndpoint', {
  id: Id,
  workspace_id: Id,
  status: Type.Enum(['enabled', 'disabled']),
  disabled_reason: nullable(Type.Enum(['manual', 'failing', 'gone'])),
  failing_since: nullable(describedTime('Since when every attempt has failed.')),
  failed_deliveries: CappedFigure,
})

const PausedChannel = titled('InstanceChannel', {
  id: Id,
  workspace_id: Id,
  type: Type.String(),
  name: Type.String(),
  state: Type.Enum(['held', 'stopped'], {
    description: 'Held until a time, or stopped until an admin acts.',
  }),
  held_until: nullable(Time),
  stopped_at: nullable(Time),
  error_code: nullable(Type.String({ description: "The platform's code of the error." })),
})

const Server = titled('InstanceServer', {
  version: Type.String({ description: 'The version of PostgreSQL.' }),
  started_at: Time,
  size_bytes: Count,
  connections: Count,
  connections_max: Count,
  oldest_transaction_seconds: nullable(
    Type.Number({
      description: 'The age of the oldest open transaction of this database, of all programs.',
    }),
  ),
  replicas: Type.Array(Type.Object({ name: Type.String(), lag_seconds: Type.Number() }), {
    description: 'What replays the log of the server. Needs the role pg_monitor.',
  }),
  hides_replicas: Type.Boolean({
    description: 'Whether there are replicas that the user of the database may not see.',
  }),
  archive: nullable(
    Type.Object({
      is_failing: Type.Boolean({ description: 'Whether the last attempt to archive failed.' }),
      archived_at: nullable(describedTime('When a segment of the log was archived last.')),
    }),
  ),
})

const Table = titled('InstanceTable', {
  name: Type.String(),
  bytes: Type.Integer({
    description: 'With its indexes, by the pages at the last VACUUM or ANALYZE.',
  }),
  rows: nullable(
    Type.Integer({
      description: 'Live rows, estimated by PostgreSQL; null before the first VACUUM or ANALYZE.',
    }),
  ),
  dead_rows: Type.Integer({ description: 'Dead rows, estimated by PostgreSQL.' }),
  vacuumed_at: nullable(Time),
})

const Shard = titled('InstanceShard', {
  name: Type.String({ description: '`main` where one server holds all workspaces.' }),
  problem: nullable(Type.String({ description: 'Why it cannot be used; null if it can.' })),
  queues: read(Type.Array(Queue)),
  stuck_lanes: read(Type.Array(StuckLane)),
  backlog: read(Backlog),
  failures: read(
    Type.Array(Failures, {
      description: 'The workspaces with the most failed payloads and deliveries.',
    }),
  ),
  endpoints: read(
    Type.Array(FailingEndpoint, {
      description: 'The webhook endpoints with the most failed deliveries, without their URLs.',
    }),
  ),
  channels: read(Type.Array(PausedChannel)),
  server: read(Server),
  tables: read(
    Type.Array(Table, {
      description: `The ${INSTANCE_TABLES_MAX} largest tables, largest first.`,
    }),
  ),
})

/** The state of the instance, for its operator. It has no contents of messages and no data of contacts. */
export const Instance = titled('Instance', {
  read_at: Time,
  version: Type.String(),
  processes: Type.Array(Process),
  last_backup: nullable(
    Type.Object(
      {
        started_at: Time,
        finished_at: Time,
        complete_until: describedTime('Everything that was answered before is in it.'),
        limitation: nullable(
          Type.String({ description: 'Why what was written while it was written is missing.' }),
        ),
        bytes: Count,
        is_encrypted: Type.Boolean(),
        has_files: Type.Boolean(),
      },
      { description: 'The newest one that `parley backup` wrote.' },
    ),
  ),
  shards: Type.Array(Shard),
  workspaces: Type.Array(Type.Object({ id: Id, name: Type.String(), slug: Type.String() }), {
    description: 'The workspaces whose ids the shards name.',
  }),
})

/** The state of the instance, for its operator. */
export type Instance = Static<typeof Instance>

/** The state of one shard. */
export type ShardState = Static<typeof Shard>

/** The parameters of a path that names an endpoint of a workspace. */
export const EndpointParams = Type.Object({ id: Id, endpoint_id: Id })

/** The answer of POST /api/operator/workspaces/:id/resend-deliveries. */
export const ResentDeliveries = Type.Object({
  deliveries: Type.Integer({ description: 'How many failed deliveries are queued again.' }),
  endpoints: Type.Integer({ description: 'How many endpoints they belong to.' }),
  disabled: Type.Integer({
    description:
      'How many endpoints with failed deliveries are left out because they are disabled.',
  }),
})

/** The answer of POST /api/operator/workspaces/:id/resend-deliveries. */
export type ResentDeliveries = Static<typeof ResentDeliveries>

/** The answer of POST /api/operator/workspaces/:id/endpoints/:endpoint_id/disable. */
export const DisabledEndpoint = Type.Object({
  id: Id,
  status: Type.Enum(['enabled', 'disabled']),
  disabled_reason: nullable(Type.Enum(['manual', 'failing', 'gone'])),
})

/** The answer of POST /api/operator/workspaces/:id/reprocess-payloads. */
export const Reprocessed = Type.Object({
  offered: Type.Integer({ description: 'How many payloads are processed again, at most 10,000.' }),
})
