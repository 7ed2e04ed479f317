import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import type { CannedReplies } from '#db/tables/canned-replies.ts'
import { isUuid } from '#lib/ids.ts'

/** Selects the canned replies that the scope's actor has: a member those of all, of their teams and their own, others all but those of members. */
export function visibleCannedReplies(scope: Scope) {
  const { actor } = scope
  const all = selectFrom(scope, 'canned_replies')
  if (actor.type !== 'member') return all.where('membership_id', 'is', null)
  const teams = selectFrom(scope, 'team_members')
    .select('team_id')
    .where('membership_id', '=', actor.id)
  return all
    .where((eb) => eb.or([eb('membership_id', 'is', null), eb('membership_id', '=', actor.id)]))
    .where((eb) => eb.or([eb('team_id', 'is', null), eb('team_id', 'in', teams)]))
}

/** Returns a canned reply that the scope's actor has, locked until the transaction ends. @throws {AppError} canned_reply_not_found */
export async function lockCannedReply(tx: Scope, id: string): Promise<Selectable<CannedReplies>> {
  const query = visibleCannedReplies(tx).selectAll().where('id', '=', id)
  const row = isUuid(id) ? await query.forNoKeyUpdate().executeTakeFirst() : undefined
  if (!row) throw notFound('canned_replies', id)
  return row
}
