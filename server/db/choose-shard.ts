import { sql } from 'kysely'
import type { Context } from './context.ts'
import { fieldError } from '#lib/errors.ts'
import { firstOf } from '#lib/first-of.ts'
import { MAIN_SHARD } from './shards.ts'

/** A load that was measured longer ago does not count: the server, or its worker, may be away. */
export const LOAD_MS_MAX = 30 * 60_000
/** Loads that differ by less are equal: this part of the largest one, and this part of a second in a second. */
const EQUAL_PART = 0.1
const EQUAL_LOAD = 0.02

/** A shard with its number of workspaces and its load, null where none was measured. */
export type Candidate = {
  shard: string
  workspaces: number
  busy: number | null
  measured_at: Date | null
}

/**
 * Returns the name of the shard for a new workspace: `wanted`, or the one with the least load.
 * @throws {AppError} validation_failed (there is no shard of this name)
 */
export async function chooseShard(
  context: Pick<Context, 'directory' | 'shards' | 'clock'>,
  wanted?: string,
): Promise<string> {
  const names = context.shards?.all.map(({ shard }) => shard) ?? [MAIN_SHARD]
  if (wanted !== undefined && !names.includes(wanted))
    throw fieldError('validation_failed', 'shard', `must be one of ${names.join(', ')}`)
  if (wanted !== undefined) return wanted
  if (names.length === 1) return MAIN_SHARD
  const { rows } = await sql<Candidate>`
    select named.shard, busy, measured_at,
      (select count(*) from workspaces where workspaces.shard = named.shard)::integer as workspaces
    from unnest(${names}::text[]) with ordinality as named (shard, place)
    left join shard_loads on shard_loads.shard = named.shard
    order by place`.execute(context.directory)
  return leastLoaded(rows, context.clock.now())
}

/**
 * Returns the shard with the least load; of several with about the same load, the one with the fewest workspaces. A shard that was
 * never measured is new and has no load. Without any recent load, only the workspaces count.
 */
export function leastLoaded(candidates: Candidate[], now: Date): string {
  const isCurrent = ({ measured_at: at }: Candidate) =>
    at !== null && now.getTime() - at.getTime() <= LOAD_MS_MAX
  const usable = candidates.some(isCurrent)
    ? candidates.filter((each) => each.measured_at === null || isCurrent(each))
    : candidates.map((each) => ({ ...each, busy: null }))
  const loads = usable.map(({ busy }) => busy ?? 0)
  const equal = Math.max(EQUAL_LOAD, EQUAL_PART * Math.max(...loads))
  const least = usable.filter(({ busy }) => (busy ?? 0) <= Math.min(...loads) + equal)
  return firstOf(least.toSorted((a, b) => a.workspaces - b.workspaces)).shard
}
