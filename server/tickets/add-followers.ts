import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'

/** Adds members as followers of a locked ticket, in the caller's transaction. Returns whether one is new. */
export async function addFollowers(
  tx: Scope,
  ticketId: string,
  membershipIds: string[],
): Promise<boolean> {
  if (membershipIds.length === 0) return false
  const { rows } = await sql`
    insert into ticket_followers (workspace_id, ticket_id, membership_id, created_at)
    select ${tx.workspaceId}::uuid, ${ticketId}::uuid, id, ${tx.clock.now()}::timestamptz
    from unnest(${membershipIds}::uuid[]) as id order by id
    on conflict do nothing
    returning membership_id`.execute(tx.db)
  return rows.length > 0
}
