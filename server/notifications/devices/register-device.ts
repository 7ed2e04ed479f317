import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { customerUrlRules } from '#lib/outgoing/customer-url-rules.ts'
import { AppError, fieldError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { checkWebhookUrl } from '#lib/outgoing/check-webhook-url.ts'
import { PUSH_DEVICES_MAX } from '#shared/notifications.ts'
import type { PushDevice, RegisterDeviceBody } from './schema.ts'
import { checkPublicKey } from './check-public-key.ts'
import { encryptSubscription, hashEndpoint } from './encrypt-subscription.ts'
import { getDevice } from './list-devices.ts'
import type { Owner } from './list-devices.ts'

/** The session that a device belongs to, and its browser. */
type DeviceSession = Owner & { userAgent: string | null }

/**
 * Registers the browser of a session to receive pushes, or replaces its subscription. The browser then receives them
 * for no other session: whoever signed in on it before is forgotten.
 *
 * @throws {AppError} validation_failed (endpoint, keys), quota_exceeded
 */
export async function registerDevice(
  scope: Scope,
  session: DeviceSession,
  { endpoint, keys }: Static<typeof RegisterDeviceBody>,
): Promise<PushDevice> {
  const { url, message } = checkWebhookUrl(
    endpoint,
    customerUrlRules({ ...scope.config, demo: false }),
  )
  if (!url) throw fieldError('validation_failed', 'endpoint', message)
  if (url.protocol !== 'https:' && !scope.config.allowLocalWebhooks)
    throw fieldError('validation_failed', 'endpoint', 'must start with https://')
  checkPublicKey(keys.p256dh)
  return directoryTransaction(scope, async (tx) => {
    const hash = hashEndpoint(endpoint)
    const lock = `push devices ${session.userId}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx.directory)
    await tx.directory
      .deleteFrom('push_devices')
      .where('endpoint_hash', '=', hash)
      .where('session_id', '<>', session.id)
      .execute()
    const { rows } = await sql<{ id: string; session_id: string }>`
      select push_devices.id, session_id from push_devices
      join sessions on sessions.id = session_id
      where sessions.user_id = ${session.userId}`.execute(tx.directory)
    const own = rows.find((row) => row.session_id === session.id)
    if (!own && rows.length >= PUSH_DEVICES_MAX)
      throw new AppError(
        'quota_exceeded',
        `You can have ${PUSH_DEVICES_MAX} devices with push notifications. Remove one first.`,
      )
    const id = own?.id ?? newId()
    const set = {
      endpoint_hash: hash,
      subscription: encryptSubscription(tx, id, { endpoint, keys }),
      last_error: null,
    }
    await tx.directory
      .insertInto('push_devices')
      .values({
        id,
        session_id: session.id,
        name: session.userAgent ?? '',
        created_at: tx.clock.now(),
        ...set,
      })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(set))
      .execute()
    return getDevice(tx, session, id)
  })
}
