import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Views } from '#db/tables/views.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'

/** Selects the views visible to the scope's actor: shared ones, and a member's own. */
export function visibleViews(scope: Scope) {
  const me = scope.actor.type === 'member' ? scope.actor.id : null
  return selectFrom(scope, 'views').where((eb) =>
    eb.or([eb('owner_id', 'is', null), ...(me === null ? [] : [eb('owner_id', '=', me)])]),
  )
}

/**
 * Locks a view for its author or an admin to change, and returns it; API keys can change any that an API key created.
 * `isByAdmin`: whether the actor is an admin, read before the transaction.
 *
 * @throws {AppError} view_not_found, also for another member's own; author_required
 */
export async function lockView(
  tx: Scope,
  id: string,
  isByAdmin: boolean,
): Promise<Selectable<Views>> {
  const view = isUuid(id)
    ? await visibleViews(tx).selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
    : undefined
  if (!view) throw new AppError('view_not_found', `There is no view ${id} in this workspace.`)
  const maker = tx.actor.type === 'member' ? tx.actor.id : null
  if (view.created_by !== maker && !isByAdmin)
    throw new AppError('author_required', 'Only the author or an admin can change a shared view.')
  return view
}
