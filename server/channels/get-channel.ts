import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import type { Channels } from '#db/tables/channels.ts'
import { toChannel } from './schema.ts'
import type { Channel } from './schema.ts'

/** Returns the channel with this id. @throws {AppError} channel_not_found */
export async function getChannel(scope: Scope, id: string): Promise<Channel> {
  return toChannel(await readChannel(scope, id))
}

/** Returns the row of a channel; `lock` is that of `findById`. @throws {AppError} channel_not_found */
export async function readChannel(
  scope: Scope,
  id: string,
  lock?: 'change' | 'keep',
): Promise<Selectable<Channels>> {
  return getById(scope, 'channels', id, lock)
}
