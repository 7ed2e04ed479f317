import type { Static } from 'typebox'
import type { Context, Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { transaction } from '#db/transaction.ts'
import { newId } from '#lib/ids.ts'
import { insertRow } from '#db/insert-row.ts'
import { announceNotifications } from '../announce-notifications.ts'
import type { PushDevice, UpdateDeviceBody } from './schema.ts'
import { deviceNotFound, getDevice } from './list-devices.ts'
import type { Owner } from './list-devices.ts'
import { queuePushes } from './queue-pushes.ts'

/** How long a test is attempted. */
const TEST_KEPT_MS = 60_000

/** Changes what a device of the user receives. @throws {AppError} device_not_found */
export async function updateDevice(
  context: Context,
  owner: Owner,
  id: string,
  input: Static<typeof UpdateDeviceBody>,
): Promise<PushDevice> {
  return directoryTransaction(context, async (tx) => {
    const device = await getDevice(tx, owner, id)
    if (Object.keys(input).length > 0)
      await tx.directory
        .updateTable('push_devices')
        .set(input)
        .where('id', '=', device.id)
        .execute()
    return getDevice(tx, owner, device.id)
  })
}

/** Stops pushes to a device of the user. @throws {AppError} device_not_found */
export async function removeDevice(context: Context, owner: Owner, id: string): Promise<void> {
  const device = await getDevice(context, owner, id)
  await context.directory.deleteFrom('push_devices').where('id', '=', device.id).execute()
}

/**
 * Sends a test notification to a device of the signed-in member, which `findDevice` found, and returns the device.
 * @throws {AppError} device_not_found
 */
export async function testDevice(
  scope: Scope,
  id: string,
  device: PushDevice | undefined,
): Promise<PushDevice> {
  if (!device) throw deviceNotFound(id)
  return transaction(scope, async (tx) => {
    const notificationId = newId()
    await insertRow(tx, 'notifications', {
      id: notificationId,
      membership_id: tx.actor.id!,
      kind: 'test',
      source_id: notificationId,
      actor_type: 'system',
      created_at: tx.clock.now(),
    })
    await queuePushes(tx, [{ deviceId: device.id, notificationId }], TEST_KEPT_MS)
    await announceNotifications(tx, [tx.actor.id!])
    return device
  })
}
