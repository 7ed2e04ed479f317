import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listChats } from '#conversations/list-chats.ts'
import { createPolicy } from '#sla/create-policy.ts'
import { createTestChannel, createTestWorkspace } from '#test/factories.ts'
import { waitFor } from '#test/wait-for.ts'
import { openBenchDatabase } from './database.ts'
import type { BenchDatabase } from './database.ts'
import { atMost, plain, quantile } from './figure.ts'
import type { Figure } from './figure.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'

/** A process is killed so often, and another started in its place. */
const KILL_MS = 1_500
/** Processes that work at a time. */
const PROCESSES = 3
/** A list is read so often. */
const READS = 100
const PAGE_MS = 50

/**
 * Warnings and breaches of service levels while the processes that record them are killed, one after the other and in the middle of their
 * work: each must be recorded once, within a second of its time. And the first page of a list of conversations in the order of their
 * targets. Options: `--kills` (100), `--targets` (600), `--chats` of the list (100000).
 */
export async function benchSla(options: BenchOptions): Promise<Figure[]> {
  const database = await openBenchDatabase()
  try {
    return [
      ...(await killWorkers(
        database,
        numberOption(options, 'kills', 100),
        numberOption(options, 'targets', 600),
      )),
      ...(await readList(database, numberOption(options, 'chats', 100_000))),
    ]
  } finally {
    await database.close()
  }
}

async function killWorkers(
  database: BenchDatabase,
  kills: number,
  targets: number,
): Promise<Figure[]> {
  const { scope } = await createTestWorkspace(database.context)
  await createTestChannel(scope)
  const policy = await createPolicy(scope, {
    name: 'All',
    first_response_minutes: 60,
    clock: 'wall',
  })
  const workers = await Promise.all(Array.from({ length: PROCESSES }, () => start(database.url)))
  const seconds = (kills * KILL_MS) / 1000
  await plantTargets(database, scope.workspaceId, { policyId: policy.id, count: targets, seconds })
  const startedAt = performance.now()
  for (let killed = 0; killed < kills; killed++) {
    await sleep(startedAt + ((killed + 1) * seconds * 1000) / kills - performance.now())
    const index = killed % PROCESSES
    workers[index]!.kill('SIGKILL')
    workers[index] = await start(database.url)
  }
  const read = () =>
    database.rows<{ type: string; late_ms: number; times: number }>(
      `select type, count(*)::int as times,
         extract(epoch from max(created_at) - case type when 'sla.warning'
           then max((body::jsonb #>> '{data,warning_at}')::timestamptz)
           else max((body::jsonb #>> '{data,due_at}')::timestamptz) end)::float * 1000 as late_ms
       from events where workspace_id = $1 and type in ('sla.warning', 'sla.breached')
       group by type, body::jsonb #>> '{data,id}'`,
      [scope.workspaceId],
    )
  await waitFor(async () => (await read()).length >= targets * 2, {
    timeoutMs: 60_000,
    what: 'every warning and breach',
  })
  const rows = await read()
  for (const worker of workers) worker.kill('SIGKILL')
  const late = rows.map((row) => row.late_ms)
  return [
    plain(`warnings and breaches, ${kills} kills`, String(rows.length)),
    atMost('  recorded more than once', rows.filter(({ times }) => times > 1).length, 0),
    atMost('  missing', targets * 2 - rows.length, 0),
    plain('  late, p50', `${quantile(late, 0.5).toFixed(0)} ms`),
    plain('  late, p99', `${quantile(late, 0.99).toFixed(0)} ms`),
    atMost('  late, at most', Math.max(...late), 1_000, ' ms'),
  ]
}

async function start(url: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'sla/worker-process.ts'), [url])
  await once(child, 'message')
  return child
}

/** Plants conversations whose targets are due in the next `seconds`, each a second after its warning. */
async function plantTargets(
  { rows }: BenchDatabase,
  workspaceId: string,
  { policyId, count, seconds }: { policyId: string; count: number; seconds: number },
): Promise<void> {
  await plantChats({ rows }, workspaceId, count)
  await rows(
    `with round as (
       insert into sla_rounds
         (workspace_id, chat_id, round_at, policy_id, policy_version, is_open, revision, computed_at)
       select workspace_id, id, created_at, $2, 1, true, 0, now() from chats where workspace_id = $1
       returning chat_id, round_at
     )
     insert into sla_targets
       (workspace_id, id, chat_id, round_at, metric, number, policy_id, state, started_at, consumed_ms, running_since,
         due_at, warning_at, next_at)
     select $1, gen_random_uuid(), chat_id, round_at, 'first_response', 1, $2, 'running', round_at, 0, round_at,
       at + interval '1 second', at, at
     from (
       select *, date_trunc('milliseconds', now()) + interval '2 seconds'
         + (row_number() over ()) * $3::float / $4::float * interval '1 second' as at
       from round
     ) as timed`,
    [workspaceId, policyId, seconds, count],
  )
  await rows('update followers set due_at = now() where workspace_id = $1', [workspaceId])
}

async function plantChats(
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

async function readList(database: BenchDatabase, chats: number): Promise<Figure[]> {
  const { scope } = await createTestWorkspace(database.context)
  await createTestChannel(scope)
  await database.seedFast(() => plantChats(database, scope.workspaceId, chats))
  const time = async (input: Parameters<typeof listChats>[1]) => {
    const times: number[] = []
    for (let read = 0; read < READS; read++) {
      const startedAt = performance.now()
      const page = await listChats(scope, input)
      times.push(performance.now() - startedAt)
      if (page.data.length !== 30) throw new Error(`${page.data.length} conversations`)
    }
    return times
  }
  const plainPage = await time({ limit: 30 })
  const bySla = await time({ limit: 30, sort: 'sla' })
  const missed = await time({ limit: 30, sort: 'sla', sla: 'breached', status: 'open' })
  return [
    plain(`first page of ${chats} by activity, p50`, `${quantile(plainPage, 0.5).toFixed(1)} ms`),
    atMost('  by SLA, p95', quantile(bySla, 0.95), PAGE_MS, ' ms'),
    atMost('  by SLA, only open ones that are missed, p95', quantile(missed, 0.95), PAGE_MS, ' ms'),
  ]
}
