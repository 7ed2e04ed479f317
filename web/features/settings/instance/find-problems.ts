import type { Instance as InstanceResource } from '#instance/schema.ts'
import type { Wire } from '../../../lib/wire.ts'

/** The state of the instance, as it arrives. */
export type Instance = Wire<InstanceResource>

/** The state of one shard, as it arrives. */
export type Shard = Instance['shards'][number]

/** A problem of the instance: its kind names its texts, `command` is what shows more or ends it. */
export type Problem = {
  id: string
  kind:
    | 'shardDown'
    | 'dataDamaged'
    | 'queueStuck'
    | 'processLost'
    | 'versions'
    | 'channelStopped'
    | 'payloadsFailed'
    | 'replicaLate'
    | 'archiveFailing'
    | 'connections'
    | 'transaction'
    | 'bloat'
    | 'backupOld'
    | 'backupMissing'
    | 'unread'
  shard: string | undefined
  name?: string
  /** A number of rows or processes, a share from 0 to 1, or seconds, as the text of the kind has it. */
  value?: number
  command?: string
}

/** A replica is late from this many seconds on. */
const REPLICA_LATE_SECONDS = 30
/** From this share of the connections of the server on, new processes may get none. */
const CONNECTIONS_SHARE = 0.8
/** A transaction of this age keeps VACUUM from removing rows. */
const TRANSACTION_SECONDS = 15 * 60
/** Dead rows are bloat from this share of a table on, if there are so many. */
const DEAD_SHARE = 0.2
const DEAD_ROWS = 100_000
/** A backup is old after two days. */
const BACKUP_SECONDS = 2 * 86_400

/** Returns what an operator should look at, the most urgent first. */
export function findProblems(instance: Instance): Problem[] {
  const isSharded = instance.shards.length > 1
  const ofShards = instance.shards.flatMap((shard) =>
    findShardProblems(shard).map((each) => ({
      ...each,
      id: `${shard.name} ${each.kind} ${each.name ?? ''}`,
      shard: isSharded ? shard.name : undefined,
    })),
  )
  const ofAll = [...findProcessProblems(instance), ...findBackupProblems(instance)].map((each) => ({
    ...each,
    id: each.kind,
    shard: undefined,
  }))
  const found: Problem[] = [...ofShards, ...ofAll]
  return found.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}

const ORDER: Problem['kind'][] = [
  'shardDown',
  'dataDamaged',
  'queueStuck',
  'processLost',
  'channelStopped',
  'payloadsFailed',
  'replicaLate',
  'archiveFailing',
  'backupMissing',
  'backupOld',
  'connections',
  'transaction',
  'bloat',
  'versions',
  'unread',
]

type Found = Omit<Problem, 'id' | 'shard'>

function findShardProblems(shard: Shard): Found[] {
  const { problem, queues, backlog, channels, server, tables } = shard
  const parts = [queues, shard.stuck_lanes, backlog, shard.failures, channels, server, tables]
  const stopped = channels?.filter(({ state }) => state === 'stopped') ?? []
  const found: (Found | false | null | undefined)[] = [
    problem !== null && { kind: 'shardDown', name: problem, command: 'parley shards status' },
    ...(queues ?? []).map(
      ({ kind, is_stuck: isStuck, oldest_due_seconds: value }): Found | false =>
        isStuck && { kind: 'queueStuck', name: kind, value, command: 'parley start --only worker' },
    ),
    stopped.length > 0 && { kind: 'channelStopped', value: stopped.length },
    backlog !== null &&
      backlog.payloads_failed > 0 && { kind: 'payloadsFailed', value: backlog.payloads_failed },
    ...(server?.replicas ?? []).map(
      ({ name, lag_seconds: value }): Found | false =>
        value >= REPLICA_LATE_SECONDS && { kind: 'replicaLate', name, value },
    ),
    server?.archive?.is_failing && { kind: 'archiveFailing' },
    server !== null &&
      server.connections >= CONNECTIONS_SHARE * server.connections_max && {
        kind: 'connections',
        value: server.connections / server.connections_max,
      },
    (server?.oldest_transaction_seconds ?? 0) >= TRANSACTION_SECONDS && {
      kind: 'transaction',
      value: server!.oldest_transaction_seconds!,
    },
    ...(tables ?? []).map(
      ({ name, rows, dead_rows: dead }): Found | false =>
        rows !== null &&
        dead >= DEAD_ROWS &&
        dead >= DEAD_SHARE * (rows + dead) && {
          kind: 'bloat',
          name,
          value: dead / (rows + dead),
          command: `psql "$(parley database-url)" -c 'vacuum (verbose, analyze) ${name}'`,
        },
    ),
    // A shard that is down answers nothing, which its own problem says.
    problem === null && parts.includes(null) && { kind: 'unread' },
  ]
  return found.filter((each) => each !== false && each !== null && each !== undefined)
}

function findProcessProblems({ processes }: Instance): Found[] {
  const damaged = new Set(processes.flatMap(({ damage }) => damage.map(({ relation }) => relation)))
  const lost = processes.filter(({ is_lost: isLost }) => isLost)
  const versions = new Set(
    processes.filter(({ is_lost: isLost }) => !isLost).map(({ version }) => version),
  )
  return [
    ...(damaged.size > 0
      ? [
          {
            kind: 'dataDamaged' as const,
            name: [...damaged].join(', '),
            command: 'parley doctor --deep',
          },
        ]
      : []),
    ...(lost.length > 0 ? [{ kind: 'processLost' as const, value: lost.length }] : []),
    ...(versions.size > 1 ? [{ kind: 'versions' as const, name: [...versions].join(', ') }] : []),
  ]
}

function findBackupProblems({ last_backup: backup, read_at: now, shards }: Instance): Found[] {
  const command = 'parley backup --to FOLDER --keep 7'
  // A server whose log is archived has backups that Parley does not know of.
  if (shards.every(({ server }) => server?.archive)) return []
  if (!backup) return [{ kind: 'backupMissing', command }]
  const value = (new Date(now).getTime() - new Date(backup.started_at).getTime()) / 1000
  return value > BACKUP_SECONDS ? [{ kind: 'backupOld', value, command }] : []
}
