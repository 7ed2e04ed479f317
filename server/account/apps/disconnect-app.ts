import type { Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { findById } from '#db/find-by-id.ts'
import { AppError } from '#lib/errors.ts'
import { endApp } from './end-app.ts'

/**
 * Disconnects an app; with `isOwn` only an app that the member of the scope connected. Repeating it changes nothing.
 *
 * @throws {AppError} app_not_found
 */
export async function disconnectApp(
  scope: Scope,
  id: string,
  { isOwn = false }: { isOwn?: boolean } = {},
): Promise<void> {
  await directoryTransaction(scope, async (tx) => {
    const app = await findById(tx, 'api_keys', id, 'change')
    const mayEnd = !isOwn || app?.created_by === tx.actor.id
    if (!app || app.client_id === null || !mayEnd)
      throw new AppError('app_not_found', 'There is no such connected app in this workspace.')
    await endApp(tx, app, 'disconnected')
  })
}
