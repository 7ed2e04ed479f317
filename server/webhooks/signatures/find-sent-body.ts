import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { isUuid } from '#lib/ids.ts'
import { findDelivery } from '../find-delivery.ts'
import { toSentBody } from '../to-sent-body.ts'

/** A body in the log, and whether it is of an event or a test delivery. */
type SentBody = { bytes: Buffer; eventId: string }

/** Finds the body that was sent and received as `given`, by the delivery's or the event's id, whichever is of this workspace. */
export async function findSentBody(
  scope: Scope,
  {
    given,
    ...ids
  }: {
    given: Buffer
    deliveryId: string | undefined
    eventIds: (string | undefined)[]
  },
): Promise<SentBody | undefined> {
  const delivery =
    ids.deliveryId === undefined ? undefined : await findDelivery(scope, ids.deliveryId)
  if (delivery?.sentBody)
    return { bytes: Buffer.from(delivery.sentBody), eventId: delivery.row.event_id }
  const eventIds = [...new Set(ids.eventIds)].filter((id) => id !== undefined && isUuid(id))
  if (eventIds.length === 0) return undefined
  const event = await selectFrom(scope, 'events')
    .select(['id', 'body'])
    .where('id', 'in', eventIds as string[])
    .executeTakeFirst()
  if (!event) return undefined
  const isThin = LOOKS_THIN.test(given.toString())
  return { bytes: Buffer.from(toSentBody(event.body, isThin)), eventId: event.id }
}

/** The path that only a thin body has, also if it was escaped. Without the delivery it is unknown which body was sent. */
const LOOKS_THIN = /"path\\?"\s*:\s*(\\?"\\?\/api\/|null)/
