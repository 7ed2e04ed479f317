import type { BenchDatabase } from '../database.ts'
import { WORKER_ROLE } from '../product.ts'

/** What the product's executions of a statement read: blocks of 8 kB, from the cache or from files. */
export type StatementBlocks = { text: string; calls: number; blocks: number }

/** The blocks of each statement by its id, over `ms`. */
export type Blocks = { ms: number; statements: ReadonlyMap<string, StatementBlocks> }

/** Starts counting the blocks of all statements of the product; the returned function returns those since then. */
export async function countBlocks(database: BenchDatabase): Promise<() => Promise<Blocks>> {
  const before = await take(database)
  const began = performance.now()
  return async () => {
    const after = await take(database)
    const statements = new Map<string, StatementBlocks>()
    for (const [id, { text, calls, blocks }] of after) {
      const known = before.get(id) ?? { calls: 0, blocks: 0 }
      if (calls > known.calls)
        statements.set(id, { text, calls: calls - known.calls, blocks: blocks - known.blocks })
    }
    return { ms: performance.now() - began, statements }
  }
}

/**
 * Returns the blocks of an operation by statement, most first: those that were counted during `times` of it, without what the product
 * at rest reads in the same time.
 */
export function perOperation(counted: Blocks, atRest: Blocks, times: number): StatementBlocks[] {
  return [...counted.statements]
    .map(([id, { text, calls, blocks }]) => {
      const rest = atRest.statements.get(id) ?? { calls: 0, blocks: 0 }
      const share = counted.ms / atRest.ms
      return {
        text,
        calls: Math.max(0, calls - rest.calls * share) / times,
        blocks: Math.max(0, blocks - rest.blocks * share) / times,
      }
    })
    .toSorted((a, b) => b.blocks - a.blocks)
}

/** Returns the blocks of all statements together. */
export function sumOf(statements: Iterable<StatementBlocks>): number {
  let sum = 0
  for (const { blocks } of statements) sum += blocks
  return sum
}

async function take({ rows }: BenchDatabase): Promise<Map<string, StatementBlocks>> {
  const statements = await rows<StatementBlocks & { id: string }>(
    `select queryid::text as id, min(query) as text, sum(calls)::float8 as calls,
       sum(shared_blks_hit + shared_blks_read)::float8 as blocks
     from pg_stat_statements
     where userid = (select oid from pg_roles where rolname = $1)
     group by 1`,
    [WORKER_ROLE],
  )
  return new Map(statements.map(({ id, ...each }) => [id, each]))
}
