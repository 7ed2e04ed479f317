import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'

/** Maximum number of attempts of a message without a known outcome: each may have reached the customer. */
export const UNCERTAIN_MAX = 3

/** The attempts of a message without a known outcome: how many, the start of the first and the end of the last one. */
export type Uncertain = { messageId: string; count: number; firstAt: Date; lastAt: Date }

/**
 * Finds the messages with attempts whose outcome is not known, because there was no response, or because the process was
 * killed before it recorded one. `but` are attempts that do not count.
 */
export async function findUncertainAttempts(
  scope: Scope,
  messageIds: string[],
  { but = [] }: { but?: string[] } = {},
): Promise<Map<string, Uncertain>> {
  if (messageIds.length === 0) return new Map()
  const { rows } = await sql<Uncertain>`
    select message_id as "messageId", count(*)::integer as count, min(started_at) as "firstAt",
      max(coalesce(ended_at, started_at)) as "lastAt"
    from message_attempts
    where workspace_id = ${scope.workspaceId} and message_id = any (${messageIds}::uuid[])
      and (outcome = 'ambiguous' or ended_at is null) and id <> all (${but}::uuid[])
    group by message_id`.execute(scope.db)
  return new Map(rows.map((row) => [row.messageId, row]))
}
