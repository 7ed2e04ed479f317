import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findProblems } from './find-problems.ts'
import type { Instance, Shard } from './find-problems.ts'

const NOW = '2026-11-26T12:00:00.000Z'

function shard(change: Partial<Shard> = {}): Shard {
  return {
    name: 'main',
    problem: null,
    queues: [{ kind: 'send', due: 3, oldest_due_seconds: 2, is_stuck: false }],
    stuck_lanes: [],
    backlog: {
      payloads_pending: 4,
      payloads_failed: 0,
      payloads_unrouted: 0,
      deliveries_pending: 9,
      messages_queued: 1,
      endpoints_disabled: 0,
    },
    failures: [],
    endpoints: [],
    channels: [],
    server: server(),
    tables: [{ name: 'events', bytes: 1, rows: 1e6, dead_rows: 1e5, vacuumed_at: null }],
    ...change,
  }
}

function server(change: Partial<NonNullable<Shard['server']>> = {}): NonNullable<Shard['server']> {
  return {
    version: '18.4',
    started_at: NOW,
    size_bytes: 1,
    connections: 20,
    connections_max: 100,
    oldest_transaction_seconds: 3,
    replicas: [{ name: 'b', lag_seconds: 1 }],
    hides_replicas: false,
    archive: null,
    ...change,
  }
}

function kindsOf(shards: Shard[], change: Partial<Instance> = {}): string[] {
  const instance: Instance = {
    read_at: NOW,
    version: '1.0.0',
    processes: [],
    last_backup: {
      started_at: '2026-11-25T20:00:00.000Z',
      finished_at: '2026-11-25T20:05:00.000Z',
      complete_until: '2026-11-25T20:05:00.000Z',
      limitation: null,
      bytes: 1,
      is_encrypted: true,
      has_files: true,
    },
    shards,
    workspaces: [],
    ...change,
  }
  return findProblems(instance).map(({ kind, shard: name }) => (name ? `${name} ${kind}` : kind))
}

const process = (change: Partial<Instance['processes'][number]>) => ({
  id: 'a',
  host: 'a',
  pid: 1,
  parts: ['api'],
  version: '1.0.0',
  node_version: 'v26',
  memory_bytes: 1,
  started_at: NOW,
  seen_at: NOW,
  is_lost: false,
  damage: [],
  ...change,
})

test('a healthy instance has no problem', () => {
  assert.deepEqual(kindsOf([shard()], { processes: [process({})] }), [])
})

test('every problem is found, the most urgent first, with the shard where it is', () => {
  const bad = shard({
    name: 'b',
    queues: [{ kind: 'send', due: 3, oldest_due_seconds: 90, is_stuck: true }],
    backlog: { ...shard().backlog!, payloads_failed: 2 },
    channels: [
      {
        id: 'a',
        workspace_id: 'a',
        type: 'whatsapp',
        name: 'A',
        state: 'stopped',
        held_until: null,
        stopped_at: NOW,
        error_code: null,
      },
    ],
    server: server({
      connections: 80,
      oldest_transaction_seconds: 900,
      replicas: [{ name: 'b', lag_seconds: 30 }],
      archive: { is_failing: true, archived_at: null },
    }),
    tables: [{ name: 'events', bytes: 1, rows: 4e5, dead_rows: 1e5, vacuumed_at: null }],
  })
  const damage = [
    { shard: 'b', relation: 'chats', block: 3, code: 'XX001', count: 2, seen_at: NOW },
  ]
  const processes = [process({ damage }), process({ version: '1.1.0' }), process({ is_lost: true })]
  assert.deepEqual(kindsOf([shard(), bad], { processes, last_backup: null }), [
    'dataDamaged',
    'b queueStuck',
    'processLost',
    'b channelStopped',
    'b payloadsFailed',
    'b replicaLate',
    'b archiveFailing',
    'backupMissing',
    'b connections',
    'b transaction',
    'b bloat',
    'versions',
  ])
})

test('a shard that is down is one problem, and a slow figure another', () => {
  const unread = { backlog: null, server: null, tables: null }
  assert.deepEqual(kindsOf([shard({ ...unread, queues: null, problem: 'the database is away' })]), [
    'shardDown',
  ])
  assert.deepEqual(kindsOf([shard({ tables: null })]), ['unread'])
})

test('a backup is old after two days, unless the log of every server is archived', () => {
  const read_at = '2026-11-29T12:00:00.000Z'
  assert.deepEqual(kindsOf([shard()], { read_at }), ['backupOld'])
  const archived = shard({
    server: server({ archive: { is_failing: false, archived_at: NOW } }),
  })
  assert.deepEqual(kindsOf([archived], { read_at }), [])
})
