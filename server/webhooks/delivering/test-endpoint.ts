import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import type { EventType } from '#shared/event-types.ts'
import { createEvent } from '#events/create-event.ts'
import { findCause } from '#lib/cause.ts'
import { newId } from '#lib/ids.ts'
import type { SafeFetch } from '#lib/outgoing/safe-fetch.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import { getDelivery } from '../get-delivery.ts'
import { createTokenCache } from '../oauth/create-token-cache.ts'
import { toSentBody } from '../to-sent-body.ts'
import { classifyAttempt } from './classify-attempt.ts'
import { openTarget } from './open-target.ts'
import { recordAttempts } from './record-attempts.ts'
import { sampleData } from '../sample-data.ts'
import type { DeliveryWithAttempts } from '../deliveries/schema.ts'

/**
 * Sends an endpoint a sample event with `test: true`, once, and returns the delivery as the log stores it. It is sent
 * whatever types the endpoint subscribes to, and also while it is disabled; its health does not change. An endpoint with
 * an OAuth client is sent a new token.
 *
 * @throws {AppError} endpoint_not_found
 */
export async function testEndpoint(
  scope: Scope,
  fetch: SafeFetch['fetch'],
  id: string,
  options: { eventType?: EventType | undefined; timeoutMs?: number } = {},
): Promise<DeliveryWithAttempts> {
  const endpoint = await getById(scope, 'webhook_endpoints', id)
  const now = scope.clock.now()
  const type = options.eventType ?? 'message.received'
  const event = createEvent(scope.workspaceId, type, JSON.stringify(sampleData(type, now)), now, {
    test: true,
  })
  const isThin = endpoint.payload === 'thin'
  const delivery = {
    id: newId(),
    eventId: event.id,
    eventType: type,
    body: toSentBody(event.body, isThin),
    attemptCount: 0,
    attemptsMax: 1,
    cause: findCause(),
  }
  // A new token, so that the test also checks the credentials.
  const tokens = createTokenCache(scope, fetch, options.timeoutMs)
  const target = openTarget(scope, endpoint, tokens, options.timeoutMs)
  const attempt = await deliverWebhook(scope, fetch, target, delivery)
  const verdict = classifyAttempt(delivery, attempt, scope.clock.now())
  // Stored when it is finished, so that no worker sends it too.
  await transaction(scope, async (tx) => {
    await sql`
      insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, position, test_body,
        is_thin, attempts_max, created_at)
      values (${tx.workspaceId}, ${delivery.id}, ${endpoint.id}, ${event.id}, ${type}, 0, ${event.body},
        ${isThin}, 1, ${now})
    `.execute(tx.db)
    const record = {
      deliveryId: delivery.id,
      attempt,
      verdict,
      orderingKey: null,
      mayRelease: false,
    }
    await recordAttempts(tx, tx.workspaceId, [record])
  })
  return getDelivery(scope, delivery.id)
}
