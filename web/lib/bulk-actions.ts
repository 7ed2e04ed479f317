import type { BulkActionResource } from '#bulk-actions/schema.ts'
import type { BulkSubject } from '#shared/bulk-actions.ts'
import { api } from './api.ts'
import { createStore } from './create-store.ts'
import { storage } from './storage.ts'
import type { Wire } from './wire.ts'

/** A bulk action with its progress. */
export type BulkAction = Wire<BulkActionResource>

/** A bulk action whose progress and result are to be shown. */
export type RunningBulk = { workspaceId: string; subject: BulkSubject; id: string }

const KEY = 'parley-bulk-actions'

function readStored(): RunningBulk[] {
  try {
    return JSON.parse(storage.get(KEY) ?? '[]') as RunningBulk[]
  } catch {
    return []
  }
}

/** The bulk actions whose progress this browser shows, also after a reload. */
export const runningBulks = createStore<readonly RunningBulk[]>(readStored())

function change(next: (before: readonly RunningBulk[]) => readonly RunningBulk[]): void {
  runningBulks.update(next)
  const all = runningBulks.get()
  storage.set(KEY, all.length > 0 ? JSON.stringify(all) : null)
}

/** Shows the progress of a bulk action, and then its result. */
export function showBulk(bulk: RunningBulk): void {
  change((before) => [...before.filter(({ id }) => id !== bulk.id), bulk])
}

/** Shows the progress of a bulk action no longer. */
export function hideBulk(id: string): void {
  change((before) => before.filter((each) => each.id !== id))
}

/** A change of `count` things. */
export type BulkChange = Pick<BulkAction, 'parameters'> & {
  subject: BulkSubject
  action: string
  count: number
}

type BulkQuestion = { change: BulkChange; answer: (isConfirmed: boolean) => void }

/** The open question whether to change many things, or null. */
export const bulkQuestion = createStore<BulkQuestion | null>(null)

/** Asks whether to make a change; false if the member cancels. */
export function askBulk(change: BulkChange): Promise<boolean> {
  return new Promise((resolve) => {
    bulkQuestion.set({
      change,
      answer(isConfirmed) {
        bulkQuestion.set(null)
        resolve(isConfirmed)
      },
    })
  })
}

/** Returns the key of a bulk action in the cache. */
export function bulkKey(id: string): string[] {
  return ['bulk-actions', id]
}

/** Cancels or undoes a bulk action. @throws {ParleyError} */
export function moveBulk(id: string, move: 'cancel' | 'undo'): Promise<BulkAction> {
  return api.post<BulkAction>(`/api/v1/bulk-actions/${id}/${move}`)
}

/** Returns whether a bulk action is in progress. */
export function isRunning({ status }: BulkAction): boolean {
  return status === 'running' || status === 'undoing'
}
