import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { readCause } from '#lib/cause.ts'

/** An answer after a longer time begins a trace of its own: receivers of traces expect that a trace ends. */
const ANSWER_MS = 3_600_000

/** The newest messages of a conversation among which the customer's is looked for. */
const NEWEST = 20

/**
 * Returns the `traceparent` in which the newest message of a conversation's customer was recorded, if that was less than an hour ago, so
 * that the answer is in the same trace. Undefined if there is none.
 */
export async function findAnsweredTrace(
  scope: Scope,
  conversationId: string,
): Promise<string | undefined> {
  const since = new Date(scope.clock.now().getTime() - ANSWER_MS)
  const { rows } = await prepared<{ cause: string | null }>`
    select cause from (
      select cause, direction, created_at, id from messages
      where workspace_id = ${scope.workspaceId} and chat_id = ${conversationId} and created_at > ${since}
      order by created_at desc, id desc limit ${NEWEST}
    ) as newest
    where direction = 'inbound' order by created_at desc, id desc limit 1`.execute(scope.db)
  return readCause(rows[0]?.cause ?? null)?.traceparent
}
