import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { memberOf } from '#inbox/own-drafts/member-of.ts'
import { toHeldReply } from './schema.ts'
import type { HeldReply } from './schema.ts'

/** The most replies of the answer: the newest ones. */
const LISTED_MAX = 100

/** Returns the replies of the scope's member that are not sent yet, or could not be sent, the newest first. */
export async function listHeldReplies(scope: Scope): Promise<{ data: HeldReply[] }> {
  const rows = await selectFrom(scope, 'held_replies')
    .selectAll()
    .where('membership_id', '=', memberOf(scope))
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute()
  return { data: rows.map(toHeldReply) }
}
