import { withCause } from '#lib/cause.ts'
import type { Context, Execute, Gathering, Scope } from './context.ts'
import { toGiven } from './to-given.ts'
import type { OwnInputs } from './to-given.ts'

type AnyExecute = Execute<never, { workspace_id: string }>
type Waiting = OwnInputs<unknown> & {
  flow: Flow
  tx: Context
  resolve: (rows: { workspace_id: string }[]) => void
  reject: (reason: unknown) => void
}

/** The work of one workspace. `waits`: its calls without a result. `done`: its calls with one. */
type Flow = { waits: number; done: number }

/**
 * Creates the parts of `count` workspaces that work in one transaction. A gathered statement is executed when every
 * workspace waits for one or has ended. If they wait for different ones, those of the workspace that is furthest behind come
 * first, so that the others wait for it. After a failure every call rejects with its reason, because the transaction is lost.
 */
export function createGatherings(count: number): Gathering[] {
  const flows = Array.from({ length: count }, (): Flow => ({ waits: 0, done: 0 }))
  const live = new Set(flows)
  const waiting = new Map<AnyExecute, Waiting[]>()
  let failure: { reason: unknown } | undefined
  let isRunning = false

  /** Executes the next statement if no workspace can go on without its result. */
  function proceed(): void {
    if (isRunning || waiting.size === 0) return
    for (const { waits } of live) if (waits === 0) return
    const behind = (calls: Waiting[]) => Math.min(...calls.map(({ flow }) => flow.done))
    const [next, ...others] = waiting
    if (!next) return
    let [execute, calls] = next
    for (const other of others) if (behind(other[1]) < behind(calls)) [execute, calls] = other
    waiting.delete(execute)
    isRunning = true
    void run(execute, calls).finally(() => {
      isRunning = false
      proceed()
    })
  }

  async function run(execute: AnyExecute, calls: Waiting[]): Promise<void> {
    // Always in the same order, in which rows are locked and keys inserted.
    calls.sort((a, b) => (a.workspaceId < b.workspaceId ? -1 : 1))
    try {
      const given = toGiven(calls)
      const [first] = calls
      const rows =
        first && given.inputs.length > 0
          ? (await withCause(undefined, () => execute(first.tx, given as never))).rows
          : []
      const byWorkspace = Map.groupBy(rows, (row) => row.workspace_id)
      for (const { flow } of calls) {
        flow.waits--
        flow.done++
      }
      for (const { resolve, workspaceId } of calls) resolve(byWorkspace.get(workspaceId) ?? [])
    } catch (reason) {
      fail(calls, { reason })
    }
  }

  /** Rejects calls, and all that wait or follow. */
  function fail(calls: Waiting[], first: { reason: unknown }): void {
    failure ??= first
    const all = [calls, ...waiting.values()].flat()
    waiting.clear()
    for (const { flow, reject } of all) {
      flow.waits--
      reject(failure.reason)
    }
  }

  return flows.map((flow) => ({
    call<I, R extends { workspace_id: string }>(
      execute: Execute<I, R>,
      tx: Scope,
      inputs: readonly I[],
    ) {
      const { promise, resolve, reject } = Promise.withResolvers<{ workspace_id: string }[]>()
      if (failure) reject(failure.reason)
      else {
        flow.waits++
        const calls = waiting.getOrInsertComputed(execute as AnyExecute, () => [])
        calls.push({ flow, tx, workspaceId: tx.workspaceId, inputs, resolve, reject })
        proceed()
      }
      return promise as Promise<R[]>
    },
    end(reason) {
      live.delete(flow)
      if (reason) fail([], reason)
      else proceed()
    },
  }))
}
