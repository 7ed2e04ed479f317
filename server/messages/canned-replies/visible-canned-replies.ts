import type { Selectable } from 'kysely'
import { ownedByActor } from '#conversations/owned-by-actor.ts'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import type { CannedReplies } from '#db/tables/canned-replies.ts'
import { isUuid } from '#lib/ids.ts'

/** Selects the canned replies that the scope's actor has. */
export function visibleCannedReplies(scope: Scope) {
  return selectFrom(scope, 'canned_replies').where(ownedByActor(scope))
}

/** Returns a canned reply that the scope's actor has, locked until the transaction ends. @throws {AppError} canned_reply_not_found */
export async function lockCannedReply(tx: Scope, id: string): Promise<Selectable<CannedReplies>> {
  const query = visibleCannedReplies(tx).selectAll().where('id', '=', id)
  const row = isUuid(id) ? await query.forNoKeyUpdate().executeTakeFirst() : undefined
  if (!row) throw notFound('canned_replies', id)
  return row
}
