import type { QueryResult } from 'kysely'

/** Returns how many rows a statement inserted, changed or deleted. */
export function affectedRows({ numAffectedRows }: QueryResult<unknown>): number {
  return Number(numAffectedRows ?? 0)
}
