import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import { afterCommit } from '#db/transaction.ts'

/** A notification of a member to push to a device, or a `fact` of a conversation, whose id is then `notificationId`. */
export type QueuedPush = {
  deviceId: string
  notificationId: string
  fact?: { kind: 'message' | 'reminder'; chatId: string; sourceId: string }
}

/** The most rows of one insert. */
const ROWS = 5_000

/**
 * Queues pushes to devices, in the caller's transaction. They are attempted for `keptMs`; after that, the notification is
 * only in the list. Those of a device that is gone are deleted when they are due.
 */
export async function queuePushes(tx: Scope, pushes: QueuedPush[], keptMs: number): Promise<void> {
  const now = tx.clock.now()
  for (let from = 0; from < pushes.length; from += ROWS) {
    const rows = bulkRows('push', pushes.slice(from, from + ROWS), {
      device_id: ['uuid', (push) => push.deviceId],
      notification_id: ['uuid', (push) => push.notificationId],
      kind: ['text', ({ fact }) => fact?.kind ?? null],
      chat_id: ['uuid', ({ fact }) => fact?.chatId ?? null],
      source_id: ['uuid', ({ fact }) => fact?.sourceId ?? null],
    })
    await prepared`
      insert into notification_pushes (workspace_id, due_at, expires_at, ${rows.columns})
      select ${tx.workspaceId}, ${now}::timestamptz, ${new Date(now.getTime() + keptMs)}::timestamptz, ${rows.columns}
      from ${rows}`.execute(tx.db)
  }
  const lanes = [...new Set(pushes.map((push) => push.deviceId))].map((targetId) => ({
    kind: 'push' as const,
    workspaceId: tx.workspaceId,
    targetId,
  }))
  if (lanes.length > 0) afterCommit(tx, () => tx.wake(lanes))
}
