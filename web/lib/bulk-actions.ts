import type { BulkActionResource } from '#bulk-actions/schema.ts'
import type { BulkSubject } from '#shared/bulk-actions.ts'
import { api } from './api.ts'
import { createStore } from './create-store.ts'
import { storage } from './storage.ts'
import type { Wire } from './wire.ts'

/** A bulk action with its progress. */
export type BulkAction = Wire<BulkActionResource>

/** A bulk action that runs in the background and is shown with its progress. */
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

/** Shows the progress of a bulk action until it is hidden. */
export function showBulk(bulk: RunningBulk): void {
  change((before) => [...before.filter(({ id }) => id !== bulk.id), bulk])
}

/** Shows the progress of a bulk action no longer. */
export function hideBulk(id: string): void {
  change((before) => before.filter((each) => each.id !== id))
}

/** Cancels or undoes a bulk action. @throws {ParleyError} */
export function moveBulk(id: string, move: 'cancel' | 'undo'): Promise<BulkAction> {
  return api.post<BulkAction>(`/api/v1/bulk-actions/${id}/${move}`)
}

/** Returns whether a bulk action is in progress. */
export function isRunning({ status }: BulkAction): boolean {
  return status === 'running' || status === 'undoing'
}
