import type { Execute, Scope } from './context.ts'
import { toGiven } from './to-given.ts'

/**
 * Creates a function that executes a statement for inputs of its scope's workspace and returns the rows of that workspace.
 * Inside `workTogether`, the workspaces that call it at the same point share one execution. Without inputs nothing is
 * executed, but call it nevertheless, so that the workspaces stay at the same point.
 *
 * `execute` joins each tenant table by the `workspace_id` of the given row, and returns it with each row.
 */
export function gathered<I, R extends { workspace_id: string }>(execute: Execute<I, R>) {
  return async (tx: Scope, inputs: readonly I[]): Promise<R[]> => {
    const { gathering, workspaceId } = tx
    if (gathering) return gathering.call(execute, tx, inputs)
    if (inputs.length === 0) return []
    const { rows } = await execute(tx, toGiven([{ workspaceId, inputs }]))
    return rows
  }
}
