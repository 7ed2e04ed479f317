import { prepared } from '#db/prepared.ts'
import type { Scope } from '#db/context.ts'

/** A push that is due: of a member's notification, or with `chat_id` of a fact of a conversation. */
export type DuePush = {
  notification_id: string
  expires_at: Date
  attempts: number
  chat_id: string | null
  kind: 'message' | 'reminder' | null
  source_id: string | null
}

/** The number of pushes of a device that are sent at the same time. */
const BATCH = 10

/**
 * Returns the pushes of a device that are due, longest due first, and when the next one after them is due: null if none is
 * pending.
 */
export async function findDuePushes(
  scope: Scope,
  deviceId: string,
): Promise<{ due: DuePush[]; nextAt: Date | null }> {
  const { rows } = await prepared<DuePush & { due_at: Date }>`
    select notification_id, expires_at, attempts, due_at, chat_id, kind, source_id from notification_pushes
    where workspace_id = ${scope.workspaceId} and device_id = ${deviceId}
    order by due_at, notification_id
    limit ${BATCH + 1}`.execute(scope.db)
  const now = scope.clock.now()
  const due = rows.slice(0, BATCH).filter((push) => push.due_at <= now)
  return { due, nextAt: rows[due.length]?.due_at ?? null }
}
