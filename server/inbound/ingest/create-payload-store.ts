import type { Context } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { inWorkspace } from '#db/in-workspace.ts'
import { prepared } from '#db/prepared.ts'
import { shardOf } from '#db/shards.ts'
import { findCauses, writeCause } from '#lib/cause.ts'
import { coalesce } from '#lib/coalesce.ts'
import { firstOf } from '#lib/first-of.ts'
import { newId } from '#lib/ids.ts'
import { inboundPayloads } from '#lib/metrics.ts'

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
 * Creates a function that stores a payload and resolves with its id once it is durable. Concurrent payloads of a shard
 * share one insert; the lane of each pending one is woken.
 */
export function createPayloadStore(context: Context): (payload: NewPayload) => Promise<string> {
  const store = coalesce<{ payload: NewPayload; on: Context }, string>({
    name: 'store_payloads',
    maxBatch: 32,
    concurrency: 2,
    keyOf: ({ on }) => shardOf(on),
    async run(calls) {
      const { on } = firstOf(calls)
      const now = on.clock.now()
      const causes = findCauses()
      const rows = calls.map(({ payload }, index) => ({
        ...payload,
        id: newId(),
        cause: writeCause(causes[index]),
      }))
      const payload = bulkRows('payload', rows, {
        workspace_id: ['uuid', (each) => each.workspaceId],
        id: ['uuid', (each) => each.id],
        platform: ['text', (each) => each.platform],
        body: ['bytea', (each) => each.body],
        content_type: ['text', (each) => each.contentType ?? null],
        status: ['text', (each) => each.status],
        labels: ['text', (each) => each.labels.join(' ')],
        cause: ['text', (each) => each.cause],
      })
      await prepared`
        /* across workspaces: payloads that arrive together are stored together */
        insert into inbound_payloads (workspace_id, id, platform, body, content_type, status, cause, labels, due_at, received_at)
        select workspace_id, id, platform, body, content_type, status, cause,
          string_to_array(labels, ' '), ${now}::timestamptz, ${now}::timestamptz
        from ${payload}`.execute(on.db)
      for (const { platform } of rows) inboundPayloads.inc({ platform, result: 'stored' })
      const pending = rows.filter((row) => row.status === 'pending')
      on.wake(
        [...new Set(pending.map((row) => row.workspaceId))].map((workspaceId) => ({
          kind: 'inbound',
          workspaceId,
          targetId: workspaceId,
        })),
      )
      return rows.map((row) => ({ status: 'fulfilled', value: row.id }))
    },
  })
  return async (payload) => store({ payload, on: await inWorkspace(context, payload.workspaceId) })
}
