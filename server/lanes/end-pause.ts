import { sql } from 'kysely'
import type { Context, LaneRef } from '#db/context.ts'

/** Ends the pause of a lane, if it has one, so that the next wake-up makes it due immediately. */
export async function endPause(context: Pick<Context, 'db'>, lane: LaneRef): Promise<void> {
  await sql`
    update lanes set not_before = null
    where kind = ${lane.kind} and workspace_id = ${lane.workspaceId} and target_id = ${lane.targetId}
      and not_before is not null`.execute(context.db)
}
