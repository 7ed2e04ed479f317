import type { Scope } from '#context.ts'

/** A push that is due. */
export type DuePush = { notification_id: string; expires_at: Date; attempts: number }

/** The number of pushes of a device that are sent at the same time. */
const BATCH = 10

/** Returns the pushes of a device that are due, longest due first. */
export async function findDuePushes(scope: Scope, deviceId: string): Promise<DuePush[]> {
  return scope.db
    .selectFrom('notification_pushes')
    .select(['notification_id', 'expires_at', 'attempts'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('device_id', '=', deviceId)
    .where('due_at', '<=', scope.clock.now())
    .orderBy('due_at')
    .orderBy('notification_id')
    .limit(BATCH)
    .execute()
}

/** Returns when the next push of a device is due, or null if none is pending. */
export async function findNextPush(scope: Scope, deviceId: string): Promise<Date | null> {
  const row = await scope.db
    .selectFrom('notification_pushes')
    .select('due_at')
    .where('workspace_id', '=', scope.workspaceId)
    .where('device_id', '=', deviceId)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? null
}
