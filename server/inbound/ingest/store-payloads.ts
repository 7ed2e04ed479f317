import type { Context } from '#context.ts'
import { coalesce } from '#lib/coalesce.ts'
import { newId } from '#lib/ids.ts'

/** A payload as it arrived. `workspaceId` is `NO_WORKSPACE` while none, or more than one, is known. */
type NewPayload = {
  workspaceId: string
  platform: string
  body: Buffer
  contentType: string | undefined
  status: 'pending' | 'unrouted'
  labels: string[]
}

/**
 * Creates a function that stores a payload and resolves with its id once it is durable. Concurrent payloads share one
 * insert; the lane of each pending one is woken.
 */
export function createPayloadStore(context: Context): (payload: NewPayload) => Promise<string> {
  return coalesce<NewPayload, string>({
    maxBatch: 32,
    concurrency: 2,
    async run(payloads) {
      const now = context.clock.now()
      const rows = payloads.map((payload) => ({
        workspace_id: payload.workspaceId,
        id: newId(),
        platform: payload.platform,
        body: payload.body,
        content_type: payload.contentType ?? null,
        status: payload.status,
        labels: payload.labels,
        due_at: now,
        received_at: now,
      }))
      await context.db.insertInto('inbound_payloads').values(rows).execute()
      const pending = rows.filter((row) => row.status === 'pending')
      context.wake(
        [...new Set(pending.map((row) => row.workspace_id))].map((workspaceId) => ({
          kind: 'inbound',
          workspaceId,
          targetId: workspaceId,
        })),
      )
      return rows.map((row) => ({ status: 'fulfilled', value: row.id }))
    },
  })
}
