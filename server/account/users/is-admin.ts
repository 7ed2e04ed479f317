import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'

/** Returns whether the scope's actor is a member with the admin role. API keys are not. */
export async function isAdmin(scope: Scope): Promise<boolean> {
  if (scope.actor.type !== 'member') return false
  const row = await selectFrom(scope, 'memberships')
    .select('id')
    .where('id', '=', scope.actor.id)
    .where('role', '=', 'admin')
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
