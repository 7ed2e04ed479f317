import type { Scope } from '#db/context.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import type { Subject } from './subject.ts'

/** How many rows were removed, by kind. */
export type Counts = Record<string, number | undefined>

/** Adds counts by kind. Kinds without any are left out. */
export function addCounts(before: Record<string, number>, more: Counts): Record<string, number> {
  const sum = { ...before }
  for (const [kind, count] of Object.entries(more)) if (count) sum[kind] = (sum[kind] ?? 0) + count
  return sum
}

/** An erasure whose row is locked. */
export type Job = { id: string; subject: Subject; cursor: string | null; requestedAt: Date }

/**
 * The result of one transaction of a step: `cursor` continues the step there, `again` repeats it, `done` goes on to the
 * next step, `from` goes back to an earlier one, and `later` repeats the step after a pause.
 */
export type StepResult = {
  counts: Counts
  next: { cursor: string } | 'again' | 'done' | 'later' | { from: string }
}

/**
 * A step of an erasure. `run` works on one bounded batch in the transaction `tx`, in which the runner stores its counts
 * and its position. `prepare` runs before it without a transaction, for files.
 */
export type Step = {
  name: string
  prepare?: (scope: Scope, subject: Subject, storage: MediaStorage) => Promise<unknown>
  run: (tx: Scope, job: Job, prepared: unknown) => Promise<StepResult>
}
