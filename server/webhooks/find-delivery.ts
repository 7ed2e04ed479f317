import type { Selectable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Scope } from '#db/context.ts'
import type { WebhookAttempts, WebhookDeliveries } from '#db/tables/webhook-endpoints.ts'
import { isUuid } from '#lib/ids.ts'
import { toSentHeaders } from './to-stored-headers.ts'
import { toSentBody } from './to-sent-body.ts'

/** A delivery, its attempts in turn and the body that it sends; null once it is deleted. */
type FoundDelivery = {
  row: Selectable<WebhookDeliveries>
  attempts: Selectable<WebhookAttempts>[]
  sentBody: string | null
}

/**
 * Returns the delivery with this id, or undefined. One statement reads all of it: an attempt and the status that follows from it are
 * written together, and are read together.
 */
export async function findDelivery(scope: Scope, id: string): Promise<FoundDelivery | undefined> {
  if (!isUuid(id)) return undefined
  const { workspaceId } = scope
  const row = await scope.db
    .selectFrom('webhook_deliveries as delivery')
    .leftJoin('events', (join) =>
      join.on('events.workspace_id', '=', workspaceId).onRef('events.id', '=', 'delivery.event_id'),
    )
    .selectAll('delivery')
    .select((query) => [
      'events.body',
      jsonArrayFrom(
        query
          .selectFrom('webhook_attempts')
          .selectAll('webhook_attempts')
          .where('webhook_attempts.workspace_id', '=', workspaceId)
          .whereRef('delivery_id', '=', 'delivery.id')
          .orderBy('number'),
      ).as('attempts'),
    ])
    .where('delivery.workspace_id', '=', workspaceId)
    .where('delivery.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const stored = row.test_body ?? row.body
  return {
    row,
    attempts: row.attempts.map((each) => ({
      ...each,
      started_at: new Date(each.started_at),
      request_headers: toSentHeaders(row, each),
    })),
    sentBody: stored === null ? null : toSentBody(stored, row.is_thin),
  }
}
