import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import type { HolderRole } from '#shared/conversations.ts'
import { countHandedBack } from './count-handed-back.ts'
import { holdEndsAt } from './hold-ends-at.ts'
import { holderAt } from './holder-at.ts'
import { recordChatChanges } from './record-chat-changes.ts'

/**
 * A fact about who holds a conversation from `at`; null: nobody. `role`: which other app held or holds it. `cause` is
 * what handed it over, `reason` and `summary` what the former holder wrote about that.
 */
type HeldChat = {
  chatId: string
  holder: 'workspace' | 'other' | null
  role?: HolderRole | undefined
  at: Date
  cause: 'platform' | 'taken_over' | 'released' | 'message'
  reason?: string | undefined
  summary?: string | undefined
}

/**
 * Records handovers of conversations and their entries in the threads, and returns the ids of the conversations whose
 * holder changed. The latest fact counts, in whatever order they arrive. Runs in the caller's transaction, which
 * records `conversation.updated` for these at its end. A conversation that comes back to us is unread if the customer wrote
 * last. Locks: the conversations, in id order.
 */
export async function recordHandovers(tx: Scope, handovers: HeldChat[]): Promise<string[]> {
  const changed = new Set<string>()
  const back = new Set<string>()
  for (const handover of handovers.toSorted((a, b) => (a.chatId < b.chatId ? -1 : 1)))
    for (const { id, is_back: isBack } of await hold(tx, handover)) {
      changed.add(id)
      if (isBack) back.add(id)
    }
  for (const { chatId, holder, role, at, cause, reason, summary } of handovers) {
    const data = {
      holder: holder === 'other' ? (role ?? 'unknown_app') : holder,
      cause,
      ...(reason !== undefined && { reason }),
      ...(summary !== undefined && { summary }),
    }
    await recordChatChanges(tx, [{ chatId, kind: 'handed_over', data }], at)
  }
  await countHandedBack(tx, [...back])
  return [...changed]
}

/**
 * Writes one fact. What the platform accepted from us is later than all that was known before, even where its clock is
 * ahead of ours.
 */
async function hold(
  tx: Scope,
  { chatId, holder, role, at, cause }: HeldChat,
): Promise<{ id: string; is_back: boolean }[]> {
  const now = tx.clock.now()
  const given = bulkRows('given', [{ holder, role }], {
    holder: ['text', (each) => each.holder],
    role: ['text', (each) => each.role ?? null],
  })
  const after = {
    holder: sql`case
      when chats.holder_at is null
        or (before.at, coalesce(given.holder, '')) >= (chats.holder_at, coalesce(chats.holder, ''))
      then given.holder else chats.holder
    end`,
    holderAt: sql`greatest(chats.holder_at, before.at)`,
    customerWroteAt: sql`chats.customer_wrote_at`,
  }
  const { rows } = await sql<{ id: string; is_back: boolean }>`
    with before as materialized (
      select chats.id, ${holderAt(now)} as holding,
        case when ${cause === 'platform'} then ${at}::timestamptz
          else greatest(${at}::timestamptz, chats.holder_at + interval '1 millisecond') end as at
      from chats
      where workspace_id = ${tx.workspaceId} and id = ${chatId}
      for no key update
    ), after as (
      update chats
      set holder = ${after.holder},
        holder_at = ${after.holderAt},
        hold_ends_at = ${holdEndsAt(after, now)},
        holder_role = case
          when given.role is not null and (chats.holder_role_at is null or chats.holder_role_at <= before.at)
          then given.role else chats.holder_role
        end,
        holder_role_at = case
          when given.role is null then chats.holder_role_at
          else greatest(chats.holder_role_at, before.at)
        end,
        updated_at = greatest(chats.updated_at, ${now}::timestamptz)
      from ${given}, before
      where chats.workspace_id = ${tx.workspaceId} and chats.id = before.id
      returning chats.id, ${holderAt(now)} as holding
    )
    select after.id,
      coalesce(before.holding, 'workspace') <> 'workspace' and coalesce(after.holding, 'workspace') = 'workspace' as is_back
    from after join before using (id)
    where after.holding is distinct from before.holding`.execute(tx.db)
  return rows
}
