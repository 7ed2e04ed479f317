import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'

/** Returns whether a tag of the workspace was renamed, recolored or deleted since a time. */
export async function haveTagsChanged(scope: Scope, since: Date): Promise<boolean> {
  const change = await selectFrom(scope, 'audit_entries')
    .select('id')
    .where('action', 'in', ['tag.updated', 'tag.deleted'])
    .where('occurred_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return change !== undefined
}
