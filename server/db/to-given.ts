import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { bulkRows } from './bulk-rows.ts'

/**
 * The inputs of a gathered statement. `rows` returns them for use after `from` or `join`, as `bulkRows` does, with the
 * column `workspace_id` first; `ownColumns` are the others.
 */
export type Given<I> = {
  inputs: readonly I[]
  rows: (
    name: string,
    columns: Parameters<typeof bulkRows<I>>[2],
  ) => ReturnType<typeof bulkRows<I>> & { ownColumns: RawBuilder<unknown> }
}

/** The inputs that one workspace passes to a gathered statement. */
export type OwnInputs<I> = { workspaceId: string; inputs: readonly I[] }

/** Returns the inputs of workspaces as those of one statement, in the same order. */
export function toGiven<I>(calls: OwnInputs<I>[]): Given<I> {
  const ids = calls.flatMap(({ workspaceId, inputs }) => inputs.map(() => workspaceId))
  const inputs = calls.flatMap((call) => call.inputs)
  return {
    inputs,
    rows(name, columns) {
      const rows = bulkRows(name, inputs, {
        workspace_id: ['uuid', (_: I, index: number) => ids[index] ?? null],
        ...columns,
      })
      return Object.assign(rows, { ownColumns: sql.raw(Object.keys(columns).join(', ')) })
    },
  }
}
