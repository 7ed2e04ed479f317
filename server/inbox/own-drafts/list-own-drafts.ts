import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { OWN_DRAFTS_MAX } from '#shared/drafts.ts'
import { memberOf } from './member-of.ts'
import { toOwnDraft } from './schema.ts'
import type { OwnDraft } from './schema.ts'

/** Lists the drafts of the scope's member, the newest first. */
export async function listOwnDrafts(scope: Scope): Promise<{ data: OwnDraft[] }> {
  const rows = await selectFrom(scope, 'own_drafts')
    .selectAll()
    .where('membership_id', '=', memberOf(scope))
    .orderBy('updated_at', 'desc')
    .limit(OWN_DRAFTS_MAX)
    .execute()
  return { data: rows.map(toOwnDraft) }
}
