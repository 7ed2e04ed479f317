import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import type { SlaTargets } from '#db/tables/sla-policies.ts'
import type { Selectable } from 'kysely'
import { newId } from '#lib/ids.ts'
import type { SlaTarget } from './compute-targets.ts'
import type { ComputedRound } from './computed-round.ts'

/** A row of `sla_targets`. */
export type TargetRow = Omit<Selectable<SlaTargets>, 'workspace_id'>

/** A row to write. What was recorded of a target stays. */
type NewRow = TargetRow & { hasChanged: boolean }

/**
 * Stores computed rounds with their targets, and leaves the targets in `computed` as they are stored. A target that has ended stays as it
 * was, and so does a breach that was recorded, also when business hours have changed since.
 */
export async function storeTargets(tx: Scope, computed: ComputedRound[]): Promise<TargetRow[]> {
  await storeRounds(tx, computed)
  const stored = await readTargets(tx, computed)
  const rows = computed.flatMap((round) =>
    toRows(round, stored.get(keyOf(round.round.chatId, round.round.startAt)) ?? []),
  )
  await writeTargets(
    tx,
    rows.filter(({ hasChanged }) => hasChanged),
  )
  return rows
}

function keyOf(chatId: string, startAt: Date): string {
  return `${chatId} ${startAt.getTime()}`
}

function toRows(
  { round, teamId, targets, isCanceled }: ComputedRound,
  stored: TargetRow[],
): NewRow[] {
  const of = (each: { metric: string; number: number }) => `${each.metric} ${each.number}`
  const before = new Map(stored.map((row) => [of(row), row]))
  const rows = targets.map((target): NewRow => {
    const known = before.get(of(target))
    before.delete(of(target))
    const same = known && known.started_at.getTime() === target.startedAt ? known : undefined
    if (same && isKept(same, target)) return { ...same, hasChanged: false }
    const row = withRecorded(
      {
        id: same?.id ?? newId(),
        chat_id: round.chatId,
        round_at: round.startAt,
        metric: target.metric,
        number: target.number,
        policy_id: round.policyId,
        team_id: teamId,
        ...toColumns(target),
      },
      same,
      isCanceled,
    )
    return { ...row, hasChanged: !same || !isEqual(same, row) }
  })
  // An answer failed that had begun the next wait.
  const gone = [...before.values()].map((row) => ({
    ...row,
    state: 'canceled' as const,
    running_since: null,
    decided_at: null,
    next_at: null,
    hasChanged: row.state !== 'canceled',
  }))
  return [...rows, ...gone]
}

/** Returns whether a stored target has ended as it was computed again. */
function isKept(row: TargetRow, target: SlaTarget): boolean {
  if (row.state === 'canceled') return false
  const hasSameEnd = row.ended_at !== null && row.ended_at.getTime() === target.endedAt
  return hasSameEnd && (row.state !== 'not_needed' || target.state === 'not_needed')
}

function toColumns(target: SlaTarget) {
  return {
    state: target.state,
    started_at: new Date(target.startedAt),
    consumed_ms: Math.round(target.consumedMs),
    running_since: toTime(target.runningSince),
    due_at: toTime(target.dueAt),
    warning_at: toTime(target.warningAt),
    breached_at: toTime(target.breachedAt),
    ended_at: toTime(target.endedAt),
  }
}

function toTime(ms: number | null): Date | null {
  return ms === null ? null : new Date(Math.round(ms))
}

type Computed = Omit<TargetRow, 'warned_at' | 'noticed_at' | 'decided_at' | 'next_at'>

/** Adds what was recorded of a target, and when it is to be recorded next. */
function withRecorded(row: Computed, same: TargetRow | undefined, isCanceled: boolean): TargetRow {
  const { warned_at, noticed_at } = same ?? { warned_at: null, noticed_at: null }
  const isInTime =
    row.ended_at !== null &&
    same !== undefined &&
    same.breached_at !== null &&
    row.ended_at <= same.breached_at
  // A breach that was recorded remains, unless an answer before it became known only afterwards.
  const known: Computed =
    noticed_at && !isInTime
      ? { ...row, due_at: same!.due_at, breached_at: same!.breached_at, state: 'breached' }
      : row
  if (isCanceled && known.ended_at === null)
    return {
      ...known,
      state: 'canceled',
      running_since: null,
      warned_at,
      noticed_at,
      decided_at: null,
      next_at: null,
    }
  const decided_at =
    known.state === 'met' || known.state === 'not_needed'
      ? known.ended_at
      : known.state === 'breached'
        ? known.breached_at
        : null
  return {
    ...known,
    warned_at,
    noticed_at,
    decided_at,
    next_at: nextAt({ ...known, warned_at, noticed_at }),
  }
}

/** Returns when the next fact about a target is to be recorded: its warning, or its breach right after the due time. */
export function nextAt(
  row: Pick<TargetRow, 'state' | 'due_at' | 'warning_at' | 'warned_at' | 'noticed_at'>,
): Date | null {
  if (row.state !== 'running' && row.state !== 'breached') return null
  if (row.due_at === null || row.noticed_at !== null) return null
  if (row.warned_at === null && row.warning_at !== null && row.warning_at <= row.due_at)
    return row.warning_at
  return new Date(row.due_at.getTime() + 1)
}

function isEqual(a: TargetRow, b: TargetRow): boolean {
  return (Object.keys(b) as (keyof TargetRow)[]).every((name) => {
    const [one, other] = [a[name], b[name]]
    return one instanceof Date && other instanceof Date
      ? one.getTime() === other.getTime()
      : one === other
  })
}

async function readTargets(
  tx: Scope,
  computed: ComputedRound[],
): Promise<Map<string, TargetRow[]>> {
  const given = bulkRows('given', computed, {
    chat_id: ['uuid', ({ round }) => round.chatId],
    round_at: ['timestamptz', ({ round }) => round.startAt],
  })
  const { rows } = await prepared<TargetRow>`
    select target.id, target.chat_id, target.round_at, metric, number, policy_id, team_id, state, started_at, consumed_ms, running_since,
      due_at, warning_at, warned_at, breached_at, noticed_at, ended_at, decided_at, next_at
    from ${given}
    join sla_targets as target
      on target.workspace_id = ${tx.workspaceId} and target.chat_id = given.chat_id and target.round_at = given.round_at`.execute(
    tx.db,
  )
  return Map.groupBy(rows, (row) => keyOf(row.chat_id, row.round_at))
}

async function storeRounds(tx: Scope, computed: ComputedRound[]): Promise<void> {
  const rows = bulkRows('given', computed, {
    chat_id: ['uuid', ({ round }) => round.chatId],
    round_at: ['timestamptz', ({ round }) => round.startAt],
    policy_id: ['uuid', ({ round }) => round.policyId],
    policy_version: ['integer', ({ round }) => round.version],
    applied_at: ['timestamptz', ({ round }) => round.appliedAt],
    revision: ['integer', ({ revision }) => revision],
    is_open: ['boolean', ({ round, isCanceled }) => round.endAt === null && !isCanceled],
  })
  await prepared`
    insert into sla_rounds (workspace_id, computed_at, ${rows.columns})
    select ${tx.workspaceId}::uuid, ${tx.clock.now()}::timestamptz, ${rows.columns} from ${rows}
    order by chat_id, round_at
    on conflict (workspace_id, chat_id, round_at) do update
      set is_open = excluded.is_open, revision = excluded.revision, computed_at = excluded.computed_at`.execute(
    tx.db,
  )
}

async function writeTargets(tx: Scope, targets: TargetRow[]): Promise<void> {
  if (targets.length === 0) return
  const rows = bulkRows('given', targets, {
    id: ['uuid', (row) => row.id],
    chat_id: ['uuid', (row) => row.chat_id],
    round_at: ['timestamptz', (row) => row.round_at],
    metric: ['text', (row) => row.metric],
    number: ['integer', (row) => row.number],
    policy_id: ['uuid', (row) => row.policy_id],
    team_id: ['uuid', (row) => row.team_id],
    state: ['text', (row) => row.state],
    started_at: ['timestamptz', (row) => row.started_at],
    consumed_ms: ['bigint', (row) => row.consumed_ms],
    running_since: ['timestamptz', (row) => row.running_since],
    due_at: ['timestamptz', (row) => row.due_at],
    warning_at: ['timestamptz', (row) => row.warning_at],
    warned_at: ['timestamptz', (row) => row.warned_at],
    breached_at: ['timestamptz', (row) => row.breached_at],
    noticed_at: ['timestamptz', (row) => row.noticed_at],
    ended_at: ['timestamptz', (row) => row.ended_at],
    decided_at: ['timestamptz', (row) => row.decided_at],
    next_at: ['timestamptz', (row) => row.next_at],
  })
  await prepared`
    insert into sla_targets (workspace_id, ${rows.columns})
    select ${tx.workspaceId}::uuid, ${rows.columns} from ${rows}
    order by chat_id, round_at, metric, number
    on conflict (workspace_id, chat_id, round_at, metric, number) do update
      set id = excluded.id, team_id = excluded.team_id, state = excluded.state, started_at = excluded.started_at,
        consumed_ms = excluded.consumed_ms, running_since = excluded.running_since, due_at = excluded.due_at,
        warning_at = excluded.warning_at, warned_at = excluded.warned_at, breached_at = excluded.breached_at,
        noticed_at = excluded.noticed_at, ended_at = excluded.ended_at, decided_at = excluded.decided_at,
        next_at = excluded.next_at`.execute(tx.db)
}
