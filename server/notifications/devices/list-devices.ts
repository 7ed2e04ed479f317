import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import type { PushDevice } from './schema.ts'

/**
 * The session of a request, whose user owns the devices. A session of an issuer has only devices of its workspace.
 */
export type Owner = { id: string; userId: string; ssoWorkspaceId: string | null }

/** Returns the devices of a user that receive pushes, newest first. */
export async function listDevices(
  { directory }: Pick<Context, 'directory'>,
  owner: Owner,
  deviceId?: string,
): Promise<PushDevice[]> {
  const { rows } = await sql<PushDevice>`
    select devices.id, name, session_id = ${owner.id} as is_current, rules, show_text, devices.created_at,
      delivered_at, last_error
    from push_devices as devices
    join sessions on sessions.id = devices.session_id
    where sessions.user_id = ${owner.userId}
      and (${owner.ssoWorkspaceId}::uuid is null or sessions.sso_workspace_id = ${owner.ssoWorkspaceId}::uuid)
      and (${deviceId ?? null}::uuid is null or devices.id = ${deviceId ?? null}::uuid)
    order by devices.created_at desc, devices.id desc`.execute(directory)
  return rows
}

/** Returns a device of a user, or undefined if there is none with this id. */
export async function findDevice(
  context: Pick<Context, 'directory'>,
  owner: Owner,
  id: string,
): Promise<PushDevice | undefined> {
  const [device] = isUuid(id) ? await listDevices(context, owner, id) : []
  return device
}

/** Returns a device of a user. @throws {AppError} device_not_found */
export async function getDevice(
  context: Pick<Context, 'directory'>,
  owner: Owner,
  id: string,
): Promise<PushDevice> {
  const device = await findDevice(context, owner, id)
  if (!device) throw deviceNotFound(id)
  return device
}

/** Creates the error for an id that no device of the user has. */
export function deviceNotFound(id: string): AppError {
  return new AppError('device_not_found', `You have no device ${id}.`)
}
