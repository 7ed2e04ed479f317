import { sql } from 'kysely'
import type { Context } from '../context.ts'

/**
 * Writes to the database and leaves nothing behind.
 *
 * The rows fill a page, so that the table's file grows until it is vacuumed: that fails on a full disk, while a change
 * of an existing row would not. The commit waits for the log of the database, as any other.
 *
 * @throws the database's error if it is a replica, read-only, or its disk is full
 */
export async function checkWrites(context: Pick<Context, 'db'>): Promise<void> {
  await sql`
    do $$
      declare written tid[];
      begin
        with made as (
          insert into readiness_checks (filler)
          select repeat('x', 1900) from generate_series(1, 4)
          returning ctid
        )
        select array_agg(ctid) into written from made;
        delete from readiness_checks where ctid = any(written);
      end
    $$`.execute(context.db)
}
