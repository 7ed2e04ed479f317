import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import type { WebhookDeliveries } from '#db/tables/webhooks.ts'
import { isUuid } from '#lib/ids.ts'
import { toSentBody } from './to-sent-body.ts'

/** A delivery and the body that it sends; null once it is deleted. */
type FoundDelivery = { row: Selectable<WebhookDeliveries>; sentBody: string | null }

/** Returns the delivery with this id, or undefined. */
export async function findDelivery(scope: Scope, id: string): Promise<FoundDelivery | undefined> {
  if (!isUuid(id)) return undefined
  const { workspaceId } = scope
  const row = await scope.db
    .selectFrom('webhook_deliveries as delivery')
    .leftJoin('events', (join) =>
      join.on('events.workspace_id', '=', workspaceId).onRef('events.id', '=', 'delivery.event_id'),
    )
    .selectAll('delivery')
    .select('events.body')
    .where('delivery.workspace_id', '=', workspaceId)
    .where('delivery.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const stored = row.test_body ?? row.body
  return { row, sentBody: stored === null ? null : toSentBody(stored, row.is_thin) }
}
