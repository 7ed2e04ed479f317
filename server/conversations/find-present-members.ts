import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'

/** The ids of members of the workspace, of those that were asked for, who had not left when they were read. */
export type PresentMembers = ReadonlySet<string>

/**
 * Finds which of these memberships, by default of all, belong to current members of the workspace. Call it before the
 * transaction that needs them: the removal of a member in between also unassigns what that transaction assigns.
 */
export async function findPresentMembers(
  scope: Scope,
  ids?: (string | null | undefined)[],
): Promise<PresentMembers> {
  const wanted = ids && [...new Set(ids.flatMap((id) => id?.toLowerCase() ?? []))]
  if (wanted?.length === 0) return new Set()
  const rows = await selectFrom(scope, 'memberships')
    .select('id')
    .where('removed_at', 'is', null)
    .$if(wanted !== undefined, (query) => query.where('id', 'in', wanted!))
    .execute()
  return new Set(rows.map(({ id }) => id))
}
