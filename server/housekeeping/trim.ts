import type { Context } from '#context.ts'

/** A workspace that is trimmed: what is older than `keptMs` before `now` goes. */
export type TrimmedWorkspace = Pick<Context, 'db' | 'clock' | 'log'> & {
  workspaceId: string
  now: Date
  keptMs: number
}

/** Work in batches: each step does one, and gives how many rows it looked at. */
export type Trim = AsyncGenerator<number, void, void>

/** Rows of one batch: few enough that a statement holds up nobody. */
export const TRIM_BATCH = 500

/** What happened before this is kept no longer. */
export function keptSince(workspace: TrimmedWorkspace): Date {
  return new Date(workspace.now.getTime() - workspace.keptMs)
}
