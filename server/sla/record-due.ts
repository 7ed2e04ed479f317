import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { lockFollower } from '#followers/lock-follower.ts'
import { notifyOfTargets, readTargetAudience } from './notify-of-targets.ts'
import type { RecordedTarget } from './notify-of-targets.ts'
import { toTarget } from './schema.ts'
import type { TargetWithPolicy } from './schema.ts'
import { nextAt } from './store-targets.ts'

/** The most targets of one transaction. */
const BATCH = 100

/**
 * Records the warnings and breaches of the workspace that are due, in one transaction with the mark that they were: each once, whatever is
 * killed. Returns whether there may be more.
 */
export async function recordDue(scope: Scope): Promise<boolean> {
  const found = await readDue(scope)
  if (found.length === 0) return false
  const audience = await readTargetAudience(scope, found)
  await transaction(scope, async (tx) => {
    await lockFollower(tx, 'sla')
    const now = tx.clock.now()
    const recorded: RecordedTarget[] = []
    // Another process may have recorded some of them.
    const rows = (await readDue(tx)).map((row) => {
      let after = row
      for (let at = nextAt(after); at !== null && at <= now; at = nextAt(after)) {
        const isWarning = after.warned_at === null && at.getTime() === after.warning_at?.getTime()
        after = isWarning
          ? { ...after, warned_at: now }
          : {
              ...after,
              state: 'breached',
              noticed_at: now,
              breached_at: after.due_at,
              decided_at: after.due_at,
            }
        recorded.push({ type: isWarning ? 'sla.warning' : 'sla.breached', row: after })
      }
      return { ...after, next_at: nextAt(after) }
    })
    if (rows.length === 0) return
    await mark(tx, rows)
    if (audience) await notifyOfTargets(tx, recorded, audience)
    await recordEvents(
      tx,
      recorded.map(({ type, row }) => ({ type, data: toTarget(row) })),
    )
  })
  return found.length === BATCH
}

/** Returns when the next warning or breach of the workspace is to be recorded; null if there is none. */
export async function findNextDue(scope: Scope): Promise<Date | null> {
  const { rows } = await prepared<{ next_at: Date }>`
    select next_at from sla_targets
    where workspace_id = ${scope.workspaceId} and next_at is not null
    order by next_at limit 1`.execute(scope.db)
  return rows[0]?.next_at ?? null
}

async function readDue(scope: Scope): Promise<TargetWithPolicy[]> {
  const { rows } = await prepared<TargetWithPolicy>`
    select target.id, target.chat_id, target.round_at, metric, number, target.policy_id, target.team_id, target.state, target.started_at,
      consumed_ms, running_since, due_at, warning_at, warned_at, breached_at, noticed_at, ended_at, decided_at, next_at,
      round.policy_version, policy.name as policy_name, policy.notify, chats.assignee_id
    from sla_targets as target
    join sla_rounds as round
      on round.workspace_id = ${scope.workspaceId} and round.chat_id = target.chat_id and round.round_at = target.round_at
    join sla_policies as policy on policy.workspace_id = ${scope.workspaceId} and policy.id = target.policy_id
    join chats on chats.workspace_id = ${scope.workspaceId} and chats.id = target.chat_id
    where target.workspace_id = ${scope.workspaceId} and target.next_at <= ${scope.clock.now()}::timestamptz
    order by target.next_at limit ${BATCH}::int`.execute(scope.db)
  return rows
}

async function mark(tx: Scope, rows: TargetWithPolicy[]): Promise<void> {
  const given = bulkRows('given', rows, {
    chat_id: ['uuid', (row) => row.chat_id],
    round_at: ['timestamptz', (row) => row.round_at],
    metric: ['text', (row) => row.metric],
    number: ['integer', (row) => row.number],
    state: ['text', (row) => row.state],
    warned_at: ['timestamptz', (row) => row.warned_at],
    breached_at: ['timestamptz', (row) => row.breached_at],
    noticed_at: ['timestamptz', (row) => row.noticed_at],
    decided_at: ['timestamptz', (row) => row.decided_at],
    next_at: ['timestamptz', (row) => row.next_at],
  })
  await prepared`
    update sla_targets as target
    set state = given.state, warned_at = given.warned_at, breached_at = given.breached_at, noticed_at = given.noticed_at,
      decided_at = given.decided_at, next_at = given.next_at
    from ${given}
    where target.workspace_id = ${tx.workspaceId} and target.chat_id = given.chat_id and target.round_at = given.round_at
      and target.metric = given.metric and target.number = given.number`.execute(tx.db)
}
