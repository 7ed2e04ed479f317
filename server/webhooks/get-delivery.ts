import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Scope } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { toAttempt, toDelivery } from './schema.ts'
import { toSentBody } from './to-sent-body.ts'
import type { DeliveryWithAttempts } from './schema.ts'

/**
 * Returns a delivery with its attempts and its payload. One statement reads all of it: an attempt and the status that follows from it
 * are written together, and are read together.
 *
 * @throws {AppError} delivery_not_found
 */
export async function getDelivery(scope: Scope, id: string): Promise<DeliveryWithAttempts> {
  if (!isUuid(id)) throw deliveryNotFound(id)
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
  if (!row) throw deliveryNotFound(id)
  const stored = row.test_body ?? row.body
  const body = stored === null ? null : toSentBody(stored, row.is_thin)
  return {
    ...toDelivery(row),
    attempts: row.attempts.map((each) =>
      toAttempt({ ...each, started_at: new Date(each.started_at) }),
    ),
    payload: body === null ? null : JSON.parse(body),
    request_body: body,
  }
}

/** Returns the error for an id without a delivery in the workspace. */
export function deliveryNotFound(id: string): AppError {
  return new AppError('delivery_not_found', `There is no delivery ${id} in this workspace.`)
}
