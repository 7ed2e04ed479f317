import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { findById } from '#db/find-by-id.ts'
import type { Erasures } from '#db/tables/erasures.ts'
import { transaction } from '#db/transaction.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { updateById } from '#db/update-by-id.ts'
import { addCounts } from './step.ts'
import type { StepResult } from './step.ts'
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
    const row = await findById(scope, 'erasures', id)
    if (!row || row.status === 'completed') return 'completed'
    if (isOver()) return 'unfinished'
    if ((await runBatch(scope, row, storage)) === 'later') return 'waiting'
  }
}

type Row = Selectable<Erasures>

async function runBatch(
  scope: Scope,
  row: Row,
  storage: MediaStorage,
): Promise<StepResult['next'] | undefined> {
  const step = STEPS.find(({ name }) => name === row.step)!
  const subject = row.subject as Subject
  const prepared = await step.prepare?.(scope, subject, storage)
  return transaction(scope, async (tx) => {
    const locked = await findById(tx, 'erasures', row.id, 'change')
    // Another worker took over.
    if (!locked || locked.status !== 'running') return undefined
    if (locked.step !== row.step || locked.cursor !== row.cursor) return undefined
    const { id, cursor, requested_at: requestedAt } = row
    const { counts, next } = await step.run(tx, { id, subject, cursor, requestedAt }, prepared)
    await updateById(tx, 'erasures', id, {
      counts: JSON.stringify(addCounts(locked.counts, counts)),
      ...toPosition(row.step, next),
    })
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
