import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'

/** Adds to each delivery the duration of its last attempt in ms: null before the first one, and once the attempt is deleted. */
export async function addDurations<Row extends { id: string; attempt_count: number }>(
  scope: Scope,
  rows: readonly Row[],
): Promise<(Row & { last_duration_ms: number | null })[]> {
  const attempted = rows.filter(({ attempt_count: count }) => count > 0)
  const durations = await readDurations(scope, attempted)
  return rows.map((row) => ({ ...row, last_duration_ms: durations.get(row.id) ?? null }))
}

async function readDurations(
  scope: Scope,
  rows: readonly { id: string; attempt_count: number }[],
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const attempts = await selectFrom(scope, 'webhook_attempts')
    .select(['delivery_id', 'duration_ms'])
    .where((query) =>
      query(
        query.refTuple('delivery_id', 'number'),
        'in',
        rows.map(({ id, attempt_count: count }) => query.tuple(id, count)),
      ),
    )
    .execute()
  return new Map(attempts.map((attempt) => [attempt.delivery_id, attempt.duration_ms]))
}
