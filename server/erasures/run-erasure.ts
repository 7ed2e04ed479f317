import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import type { Erasures } from '#db/tables/erasures.ts'
import { transaction } from '#db/transaction.ts'
import type { MediaStorage } from '#messages/media/media-storage.ts'
import type { Counts, StepResult } from './step.ts'
import { STEPS } from './steps.ts'
import type { Subject } from './subject.ts'

/** Options of `runErasure`: it stops before the next transaction once `isOver` returns true. */
type RunOptions = { storage: MediaStorage; isOver?: () => boolean }

/**
 * Works on an erasure until it is completed, `isOver`, or it must wait; returns which. Each transaction does one
 * batch and stores its counts and position with it, so that a killed process costs at most the batch in progress, and
 * nothing is counted twice.
 */
export async function runErasure(
  scope: Scope,
  id: string,
  { storage, isOver = () => false }: RunOptions,
): Promise<'completed' | 'unfinished' | 'waiting'> {
  for (;;) {
    const row = await readRow(scope, id)
    if (!row || row.status === 'completed') return 'completed'
    if (isOver()) return 'unfinished'
    if ((await runBatch(scope, row, storage)) === 'later') return 'waiting'
  }
}

type Row = Pick<
  Selectable<Erasures>,
  'id' | 'status' | 'step' | 'cursor' | 'subject' | 'counts' | 'requested_at'
>

async function runBatch(
  scope: Scope,
  row: Row,
  storage: MediaStorage,
): Promise<StepResult['next'] | undefined> {
  const step = STEPS.find(({ name }) => name === row.step)!
  const subject = row.subject as Subject
  const prepared = await step.prepare?.(scope, subject, storage)
  return transaction(scope, async (tx) => {
    const locked = await readRow(tx, row.id, true)
    // Another worker took over.
    if (!locked || locked.status !== 'running') return undefined
    if (locked.step !== row.step || locked.cursor !== row.cursor) return undefined
    const { id, cursor, requested_at: requestedAt } = row
    const { counts, next } = await step.run(tx, { id, subject, cursor, requestedAt }, prepared)
    await tx.db
      .updateTable('erasures')
      .set({ counts: JSON.stringify(add(locked.counts, counts)), ...toPosition(row.step, next) })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute()
    return next
  })
}

function toPosition(
  step: string,
  next: StepResult['next'],
): { step: string; cursor: string | null } {
  if (next === 'again' || next === 'later') return { step, cursor: null }
  if (next === 'done') {
    const place = STEPS.findIndex(({ name }) => name === step)
    return { step: STEPS[place + 1]?.name ?? step, cursor: null }
  }
  return 'from' in next ? { step: next.from, cursor: null } : { step, cursor: next.cursor }
}

function add(before: Record<string, number>, more: Counts): Record<string, number> {
  const sum = { ...before }
  for (const [kind, count] of Object.entries(more)) if (count) sum[kind] = (sum[kind] ?? 0) + count
  return sum
}

async function readRow(scope: Scope, id: string, lock = false): Promise<Row | undefined> {
  return scope.db
    .selectFrom('erasures')
    .select(['id', 'status', 'step', 'cursor', 'subject', 'counts', 'requested_at'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
}
