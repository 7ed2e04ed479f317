import { systemScope } from '#db/context.ts'
import type { Context, Scope } from '#db/context.ts'
import { followRules } from '#rules/follow-rules.ts'

/** Runs one turn of the lane of rules, `ms` from now. Returns when it is due next. */
export async function followTestRules(
  context: Context,
  scope: Scope,
  ms = 0,
): Promise<Date | null> {
  const at = Date.now() + ms
  const then = systemScope({ ...context, clock: { now: () => new Date(at) } }, scope.workspaceId)
  const outcome = await followRules(then, await readPositions(scope), () => false)
  await scope.db
    .updateTable('followers')
    .set({ position: outcome.position, due_at: outcome.dueAt })
    .where('workspace_id', '=', scope.workspaceId)
    .where('kind', '=', 'rules')
    .execute()
  return outcome.dueAt
}

/** Reads up to which event the rules of a workspace have acted, and the newest one. */
export async function readPositions(scope: Scope): Promise<{ position: number; head: number }> {
  const follower = await scope.db
    .selectFrom('followers')
    .select('position')
    .where('workspace_id', '=', scope.workspaceId)
    .where('kind', '=', 'rules')
    .executeTakeFirst()
  const counter = await scope.db
    .selectFrom('workspace_counters')
    .select('event_position')
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  return { position: follower?.position ?? counter.event_position, head: counter.event_position }
}
