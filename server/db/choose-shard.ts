import { sql } from 'kysely'
import type { Context } from './context.ts'
import { fieldError } from '#lib/errors.ts'
import { MAIN_SHARD } from './shards.ts'

/**
 * Returns the name of the shard for a new workspace: `wanted`, or the one with the fewest workspaces, the first named of
 * equals. @throws {AppError} validation_failed (there is no shard of this name)
 */
export async function chooseShard(
  context: Pick<Context, 'directory' | 'shards'>,
  wanted?: string,
): Promise<string> {
  const names = context.shards?.all.map(({ shard }) => shard) ?? [MAIN_SHARD]
  if (wanted !== undefined && !names.includes(wanted))
    throw fieldError('validation_failed', 'shard', `must be one of ${names.join(', ')}`)
  if (wanted !== undefined) return wanted
  if (names.length === 1) return MAIN_SHARD
  const { rows } = await sql<{ shard: string; count: number }>`
    select shard, count(*)::integer as count
    from workspaces group by shard`.execute(context.directory)
  const counts = new Map(rows.map(({ shard, count }) => [shard, count]))
  const fewest = Math.min(...names.map((name) => counts.get(name) ?? 0))
  return names.find((name) => (counts.get(name) ?? 0) === fewest)!
}
