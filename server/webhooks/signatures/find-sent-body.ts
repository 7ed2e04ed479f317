import type { Scope } from '#context.ts'
import { isUuid } from '#lib/ids.ts'

/** A body in the log, and whether it is of an event or a test delivery. */
type SentBody = { bytes: Buffer; eventId: string }

/** Finds the body that was sent, by the delivery's or the event's id, whichever is of this workspace. */
export async function findSentBody(
  scope: Scope,
  ids: { deliveryId: string | undefined; eventIds: (string | undefined)[] },
): Promise<SentBody | undefined> {
  const { workspaceId } = scope
  if (ids.deliveryId !== undefined && isUuid(ids.deliveryId)) {
    const row = await scope.db
      .selectFrom('webhook_deliveries as delivery')
      .leftJoin('events', (join) =>
        join
          .on('events.workspace_id', '=', workspaceId)
          .onRef('events.id', '=', 'delivery.event_id'),
      )
      .select(['delivery.test_body', 'delivery.event_id', 'events.body'])
      .where('delivery.workspace_id', '=', workspaceId)
      .where('delivery.id', '=', ids.deliveryId)
      .executeTakeFirst()
    const body = row?.test_body ?? row?.body
    if (row && body) return { bytes: Buffer.from(body), eventId: row.event_id }
  }
  const eventIds = [...new Set(ids.eventIds)].filter((id) => id !== undefined && isUuid(id))
  if (eventIds.length === 0) return undefined
  const event = await scope.db
    .selectFrom('events')
    .select(['id', 'body'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', eventIds as string[])
    .executeTakeFirst()
  return event && { bytes: Buffer.from(event.body), eventId: event.id }
}
