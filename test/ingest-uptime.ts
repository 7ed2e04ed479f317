import type { Context } from '#db/context.ts'

/**
 * Makes a server look as if ingest had run there since `since`, and goes on for a day. Without it, a test has no ingest
 * server, and an attempt without a known outcome is not repeated.
 */
export async function plantIngestUptime(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  since = new Date(0),
): Promise<void> {
  const row = { since, seen_at: new Date(clock.now().getTime() + 86_400_000) }
  await db
    .insertInto('ingest_uptime')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute()
}
