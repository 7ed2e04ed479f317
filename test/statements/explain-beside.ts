import type { Pool } from 'pg'
import { plantWorkspaces } from '../plant-workspaces.ts'
import { explainStatements, findGenericScans, findLargeReads } from './explain-statements.ts'
import type { Executed } from './explain-statements.ts'

/**
 * Explains statements beside `count` workspaces with one row in each table. `prepare` is for `openTestContext`; `findLarge` returns
 * the statements that have read rows of many workspaces, or would, once they are planned for all values.
 */
export function explainBeside(count: number): {
  prepare: (url: string, pool: Pool) => Promise<void>
  findLarge: () => Promise<string[]>
} {
  let opened: { url: string; executed: Executed[] } | undefined
  return {
    async prepare(url, pool) {
      await plantWorkspaces(url, { small: count })
      opened = { url, executed: await explainStatements(url, pool) }
    },
    async findLarge() {
      if (!opened?.executed.length) throw new Error('No statement was explained.')
      const { url, executed } = opened
      return [
        ...findLargeReads(executed, count / 2),
        ...(await findGenericScans(url, executed, count)),
      ]
    },
  }
}
