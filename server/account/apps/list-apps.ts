import type { Scope } from '#db/context.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { toConnectedApp } from './schema.ts'
import type { ConnectedApp } from './schema.ts'

/**
 * Returns one page of the apps that are connected to the workspace, newest first; with `isOwn` only those that the member of
 * the scope connected. @throws {AppError} invalid_cursor
 */
export async function listApps(
  scope: Scope,
  { isOwn = false, ...input }: PageInput & { isOwn?: boolean },
): Promise<Page<ConnectedApp>> {
  const query = selectFrom(scope, 'api_keys')
    .selectAll()
    .where('client_id', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', scope.clock.now())
    .$if(isOwn, (own) => own.where('created_by', '=', scope.actor.id))
  return listPage(query, NEWEST, input, toConnectedApp)
}
