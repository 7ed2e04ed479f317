import type { WithDirectory } from '#db/context.ts'
import type { Selectable } from 'kysely'
import type { Workspaces } from '#db/tables/workspaces.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'

/** Returns the workspace with this id or slug. @throws {AppError} workspace_not_found */
export async function getWorkspace(
  context: WithDirectory,
  idOrSlug: string,
): Promise<Selectable<Workspaces>> {
  const row = await context.directory
    .selectFrom('workspaces')
    .selectAll()
    .where(isUuid(idOrSlug) ? 'id' : 'slug', '=', idOrSlug.toLowerCase())
    .executeTakeFirst()
  if (!row) throw new AppError('workspace_not_found', `There is no workspace "${idOrSlug}".`)
  return row
}
