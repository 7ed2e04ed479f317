import { updateChats } from '#conversations/update-chat.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'

/** Most conversations that one transaction hands back. */
const PAGE = 200

/** A member whose open conversations of a team go back to its queue, and why. */
export type Leaving = { teamId: string; membershipId: string; reason: 'offline' | 'left' }

/** Finds which of these members have open conversations in a team. */
export async function findHolding(
  scope: Scope,
  teamId: string,
  membershipIds: readonly string[],
): Promise<Set<string>> {
  if (membershipIds.length === 0) return new Set()
  const rows = await selectFrom(scope, 'chats')
    .select('assignee_id')
    .distinct()
    .where('assignee_id', 'in', membershipIds)
    .where('team_id', '=', teamId)
    .where('status', '=', 'open')
    .execute()
  return new Set(rows.flatMap((row) => row.assignee_id ?? []))
}

/**
 * Hands the open conversations that a member has in a team back to its queue. Returns whether there may be more of them. What is snoozed
 * stays, and is handed back when it opens again.
 */
export function handBack(
  scope: Scope,
  { teamId, membershipId, reason }: Leaving,
): Promise<boolean> {
  return transaction(scope, async (tx) => {
    const chats = await selectFrom(tx, 'chats')
      .select('id')
      .where('assignee_id', '=', membershipId)
      .where('team_id', '=', teamId)
      .where('status', '=', 'open')
      .orderBy('id')
      .limit(PAGE)
      .forNoKeyUpdate()
      .execute()
    const updates = chats.map(({ id }) => ({
      id,
      input: { assignee_id: null },
      because: { reason },
    }))
    if (updates.length > 0) await updateChats(tx, updates, new Map())
    return chats.length === PAGE
  })
}
